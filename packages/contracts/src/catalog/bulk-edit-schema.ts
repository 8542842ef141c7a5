import { z } from 'zod';
import { Id } from '../common/schema.ts';
import { quantity } from '../inventory/admin-schema.ts';
import { AdminProduct, ProductDraft } from './admin-schema.ts';
import { bulkEditMessages as messages } from './bulk-edit-messages.ts';
import { ProductFilter } from './import-schema.ts';

/** Products that one request can read or change. */
export const BULK_EDIT_MAX = 100;

/** These products, or the first that match the filters of the product list. */
export const BulkEditQuery = z.strictObject({
  ...ProductFilter.shape,
  id: z
    .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(Id).min(1).max(BULK_EDIT_MAX))
    .optional(),
});
export type BulkEditQuery = z.infer<typeof BulkEditQuery>;

/** A row of the grid. */
export const BulkEditProduct = AdminProduct.pick({
  id: true,
  version: true,
  name: true,
  price: true,
  salePrice: true,
  status: true,
  category: true,
  quantity: true,
}).extend({
  image: z.string().nullable(),
  /** Its stock is that of its variants. */
  hasOptions: z.boolean(),
});
export type BulkEditProduct = z.infer<typeof BulkEditProduct>;

/** `more`: the filters match products that are not included. */
export const BulkEditProducts = z.object({ products: z.array(BulkEditProduct), more: z.boolean() });
export type BulkEditProducts = z.infer<typeof BulkEditProducts>;

/** Omitted fields are unchanged. */
export const ProductBatchChange = z.strictObject({
  id: Id,
  /** Optimistic concurrency: the version that the change is based on. */
  version: z.number().int().positive(),
  price: ProductDraft.shape.price.optional(),
  /** 0: no sale price. */
  salePrice: ProductDraft.shape.salePrice.unwrap().optional(),
  status: ProductDraft.shape.status,
  category: ProductDraft.shape.category.optional(),
  /**
   * Available units of a product without options: as the editor saw them and as entered. The difference is added to the
   * current stock, so that units sold in the meantime stay sold.
   */
  quantity: z.strictObject({ from: z.number().int().min(0), to: quantity }).optional(),
});
export type ProductBatchChange = z.infer<typeof ProductBatchChange>;

/** All of these changes, or none. */
export const ProductBatchRequest = z.strictObject({
  changes: z
    .array(ProductBatchChange)
    .min(1)
    .max(BULK_EDIT_MAX)
    .refine((changes) => new Set(changes.map(({ id }) => id)).size === changes.length, messages.productTwice),
});
export type ProductBatchRequest = z.infer<typeof ProductBatchRequest>;

/** `changed` is the number of products. */
export const ProductBatchResult = z.object({ batchId: Id, changed: z.number().int() });
export type ProductBatchResult = z.infer<typeof ProductBatchResult>;
