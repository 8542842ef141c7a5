import { z } from 'zod';
import { recordOf } from '../common/record-of.ts';
import { Amount } from '../common/schema.ts';
import { SEO_DESCRIPTION_MAX, SEO_TITLE_MAX } from './constants.ts';

export const ProductStatus = z.enum(['draft', 'published', 'archived', 'deleted']).meta({
  id: 'ProductStatus',
  description:
    '`draft`: not in the store yet; `published`: in the store; `archived`: hidden from the store, and from lists of staff without a filter for it; `deleted`: removed, but kept for the orders and reviews that refer to it.',
});
export type ProductStatus = z.infer<typeof ProductStatus>;

const optionalText = (description: string) => z.string().default('').describe(description);
/**
 * Optional texts of a product, empty where there is none. Drafts, the product in the storefront, the form, the CSV file
 * and the lists of columns in SQL derive from them. `optionalTextLabels` are their labels.
 */
export const OptionalTexts = z.object({
  seoTitle: optionalText('The page title for search engines; empty: the name.'),
  seoDescription: optionalText('The meta description for search engines; empty: the start of the description.'),
});
export type OptionalText = keyof typeof OptionalTexts.shape;
export const OPTIONAL_TEXTS = OptionalTexts.keyof().options;
/** The most characters. */
export const OPTIONAL_TEXT_MAX: Record<OptionalText, number> = {
  seoTitle: SEO_TITLE_MAX,
  seoDescription: SEO_DESCRIPTION_MAX,
};

/**
 * The fields of a product that staff edit. The form, the row, the audit log, the CSV file and the product in the
 * storefront derive from them.
 */
export const ProductFields = z.object({
  name: z.string().describe('Orders keep the name under which the product was sold.'),
  slug: z.string().describe('The part of its URL, unique in the store. Previous slugs redirect to it and stay taken.'),
  description: z
    .string()
    .describe('Paragraphs, lists, headings, bold, italic and links in Markdown; anything else is shown as typed.'),
  price: Amount.describe('The regular price, to which variants add their differences.'),
  salePrice: Amount.describe('What shoppers pay instead of `price`, lower than it; 0: no sale price.'),
  category: z.string().describe('The current name of its category.'),
  brand: z.string().describe('The current name of its brand.'),
  stock: z
    .boolean()
    .describe('The switch “In stock”: switched off, the product can’t be bought, however many units there are.'),
  status: ProductStatus,
  images: z
    .array(z.string())
    .describe('The main image first: paths of uploaded images (`/media/…`) and `https://` URLs of other sites.'),
  imageAlts: z.array(z.string()).describe('Alt texts in the order of `images`; empty where there is none.'),
  tags: z.array(z.string()).describe('For filters, search and rules of collections.'),
  specifications: z
    .record(z.string(), z.string())
    .describe(
      'The value of each by its name. The product page shows `Care` in a section of its own, `Fit` beside the sizes.',
    ),
  options: z
    .array(
      z.object({
        name: z
          .string()
          .describe('Such as Size. A name with the word size, waist or length makes it the size in reviews.'),
        values: z.array(z.string()).describe('Each once, in the order in which they are offered.'),
      }),
    )
    .describe('What shoppers choose a variant by; empty for a product that has only one.'),
  ...OptionalTexts.shape,
});
export type ProductFields = z.infer<typeof ProductFields>;

/** Fields that a CSV cell and an input contain as they are. */
export const TEXT_FIELDS = ['name', 'slug', 'description', 'category', 'brand', ...OPTIONAL_TEXTS] as const;

/** A new product, before anything is entered. */
export const EMPTY_PRODUCT: ProductFields = {
  ...recordOf(TEXT_FIELDS, () => ''),
  price: 0,
  salePrice: 0,
  stock: true,
  status: 'published',
  images: [],
  imageAlts: [],
  tags: [],
  specifications: {},
  options: [],
};
