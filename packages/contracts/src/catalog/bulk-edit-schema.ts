import { z } from 'zod';
import { Id } from '../common/schema.ts';
import { quantity } from '../inventory/admin-schema.ts';
import { AdminProduct, ProductDraft, UNDO_DAYS } from './admin-schema.ts';
import { bulkEditMessages as messages } from './bulk-edit-messages.ts';
import { ProductFilter } from './import-schema.ts';

/** Products that one request can read or change. */
export const BULK_EDIT_MAX = 100;

/** These products, or the first that match the filters of the product list. */
export const BulkEditQuery = z.strictObject({
  ...ProductFilter.shape,
  id: z
    .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(Id).min(1).max(BULK_EDIT_MAX))
    .optional()
    .describe('These products, in this order, whatever the filters. Repeat the parameter for several.'),
});
export type BulkEditQuery = z.infer<typeof BulkEditQuery>;

export const BulkEditProduct = AdminProduct.pick({
  id: true,
  version: true,
  name: true,
  price: true,
  salePrice: true,
  status: true,
  category: true,
  quantity: true,
})
  .extend({
    image: z.string().nullable().describe('The URL of the main image; null: the product has none.'),
    hasOptions: z.boolean().describe('Its stock is that of its variants, and a bulk edit can’t change it.'),
  })
  .meta({ id: 'BulkEditProduct', description: 'A product with the fields that a bulk edit can change.' });
export type BulkEditProduct = z.infer<typeof BulkEditProduct>;

export const BulkEditProducts = z
  .object({
    products: z
      .array(BulkEditProduct)
      .describe('In the order of the ids, or the newest that match the filters; deleted ones are left out.'),
    more: z.boolean().describe('The filters match products that are not included.'),
  })
  .meta({ id: 'BulkEditProducts', description: `Up to ${BULK_EDIT_MAX} products for a bulk edit.` });
export type BulkEditProducts = z.infer<typeof BulkEditProducts>;

export const ProductBatchChange = z
  .strictObject({
    id: Id.describe('The product to change.'),
    version: z
      .number()
      .int()
      .positive()
      .describe('The version that the change is based on. If one product has a newer one, none is changed.'),
    price: ProductDraft.shape.price.optional().describe('The regular price in the currency of the store.'),
    salePrice: ProductDraft.shape.salePrice
      .unwrap()
      .optional()
      .describe('What shoppers pay instead of `price`, lower than it; 0: no sale price.'),
    status: ProductDraft.shape.status.describe('Deleting is an operation of its own.'),
    category: ProductDraft.shape.category.optional().describe('The name of an existing category, or a previous one.'),
    quantity: z
      .strictObject({
        from: z.number().int().min(0).describe('The units that the editor saw when entering `to`.'),
        to: quantity.describe('The units that there should be, had none been sold since.'),
      })
      .optional()
      .describe(
        'Available units of a product without options; needs the permission `stock.write`. The difference is added to the current stock, so that units sold in the meantime stay sold.',
      ),
  })
  .meta({ id: 'ProductBatchChange', description: 'What to change of one product. Omitted fields are unchanged.' });
export type ProductBatchChange = z.infer<typeof ProductBatchChange>;

export const ProductBatchRequest = z
  .strictObject({
    changes: z
      .array(ProductBatchChange)
      .min(1)
      .max(BULK_EDIT_MAX)
      .refine((changes) => new Set(changes.map(({ id }) => id)).size === changes.length, messages.productTwice)
      .describe('Each product once.'),
  })
  .meta({ id: 'ProductBatchRequest', description: 'A bulk edit: all of these changes are saved, or none.' });
export type ProductBatchRequest = z.infer<typeof ProductBatchRequest>;

export const ProductBatchResult = z
  .object({
    batchId: Id.describe(`Undoes the bulk edit as a whole, for ${UNDO_DAYS} days.`),
    changed: z
      .number()
      .int()
      .describe('How many products the bulk edit changed; those that already were so are not counted.'),
  })
  .meta({ id: 'ProductBatchResult', description: 'What a bulk edit did.' });
export type ProductBatchResult = z.infer<typeof ProductBatchResult>;
