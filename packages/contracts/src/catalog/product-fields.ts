import { z } from 'zod';
import { Amount } from '../common/schema.ts';

/** Soft delete: deleted products are kept for a while to allow undo, and forever if orders refer to them. */
export const ProductStatus = z.enum(['draft', 'published', 'archived', 'deleted']);
export type ProductStatus = z.infer<typeof ProductStatus>;

/**
 * The fields of a product that staff edit. The form, the row, the audit log, the CSV file and the product in the
 * storefront derive from them.
 */
export const ProductFields = z.object({
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  price: Amount,
  /** 0: no sale price. */
  salePrice: Amount,
  category: z.string(),
  brand: z.string(),
  /** The switch "In stock". */
  stock: z.boolean(),
  status: ProductStatus,
  images: z.array(z.string()),
  /** In the order of `images`. */
  imageAlts: z.array(z.string()),
  tags: z.array(z.string()),
  specifications: z.record(z.string(), z.string()),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  /** For search engines; empty: the name. */
  seoTitle: z.string().default(''),
  /** For search engines; empty: the start of the description. */
  seoDescription: z.string().default(''),
});
export type ProductFields = z.infer<typeof ProductFields>;

/** A new product, before anything is entered. */
export const EMPTY_PRODUCT: ProductFields = {
  name: '',
  slug: '',
  description: '',
  price: 0,
  salePrice: 0,
  category: '',
  brand: '',
  stock: true,
  status: 'published',
  images: [],
  imageAlts: [],
  tags: [],
  specifications: {},
  options: [],
  seoTitle: '',
  seoDescription: '',
};

/** Fields that a CSV cell contains as they are. */
export const TEXT_FIELDS = ['name', 'slug', 'description', 'category', 'brand', 'seoTitle', 'seoDescription'] as const;
