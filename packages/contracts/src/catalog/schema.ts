import { z } from 'zod';
import { Amount, Id } from '../common/schema.ts';
import { PAGE_SIZE_MAX, SORTS } from './constants.ts';
import { ProductFields } from './product-fields.ts';

export const Category = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  image: z.string().nullable(),
  imageAlt: z.string().default(''),
  description: z.string(),
  seoTitle: z.string().default(''),
  seoDescription: z.string().default(''),
});
export type Category = z.infer<typeof Category>;

export const Brand = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  logo: z.string().nullable(),
  logoAlt: z.string().default(''),
  description: z.string(),
  seoTitle: z.string().default(''),
  seoDescription: z.string().default(''),
});
export type Brand = z.infer<typeof Brand>;

export const Review = z.object({
  id: Id,
  /** Always null: the author is identified only by name. */
  userId: z.null(),
  userName: z.string(),
  rating: z.number().min(0.5).max(5).multipleOf(0.5),
  comment: z.string(),
  createdAt: z.iso.datetime(),
});
export type Review = z.infer<typeof Review>;

export const Variant = z.object({
  id: Id,
  sku: z.string(),
  options: z.record(z.string(), z.string()),
  quantity: z.number().int().nonnegative(),
  priceDifference: Amount,
});
export type Variant = z.infer<typeof Variant>;

// Stock switch and status are for staff. The order of the keys in `Product` is that of the response.
const { stock: _stock, status: _status, ...publicFields } = ProductFields.shape;
const { images, imageAlts, category, brand, tags, specifications, options, ...texts } = publicFields;
const { seoTitle, seoDescription, ...basics } = texts;

/** The data of a product card, returned by lists. `reviews` is only filled on the product page. */
export const Product = z.object({
  id: Id,
  ...basics,
  images,
  imageAlts,
  category,
  brand,
  tags,
  inStock: z.boolean(),
  /** Several variants: one must be selected before buying. */
  hasOptions: z.boolean(),
  quantity: z.number().int().nonnegative(),
  ratings: z.number().min(0).max(5),
  reviewCount: z.number().int().nonnegative(),
  reviews: z.array(Review),
  specifications,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Product = z.infer<typeof Product>;

export const ProductDetail = Product.extend({
  options,
  variants: z.array(Variant).min(1),
  /** How many approved reviews round to 1, 2, 3, 4 and 5 stars; halves round up. */
  ratingCounts: z.array(z.number().int().nonnegative()).length(5),
  pairsWith: z.array(Product),
  seoTitle,
  seoDescription,
});
export type ProductDetail = z.infer<typeof ProductDetail>;

export const SortBy = z.enum(SORTS);
export type SortBy = z.infer<typeof SortBy>;

const numberText = (schema: z.ZodNumber) =>
  z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/)
    .transform(Number)
    .pipe(schema);

const manyTexts = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(z.string().min(1).max(60)).max(20),
);

/** The query of `GET /api/products`. An empty value, as sent by a plain HTML form, is no filter. */
export const ProductQuery = z.strictObject({
  category: z.string().max(100).optional(),
  brand: z.string().max(100).optional(),
  minPrice: z.union([z.literal(''), numberText(z.number().nonnegative())]).optional(),
  maxPrice: z.union([z.literal(''), numberText(z.number().nonnegative())]).optional(),
  rating: z.union([z.literal(''), numberText(z.number().max(5))]).optional(),
  tags: manyTexts.optional(),
  /** Only products with one of these option values (of any option, for example Size) in stock. */
  size: manyTexts.optional(),
  q: z.string().max(200).optional(),
  sortBy: z.union([z.literal(''), SortBy]).optional(),
  limit: numberText(z.number().int().min(1).max(PAGE_SIZE_MAX)).optional(),
  cursor: z.string().max(500).optional(),
});
export type ProductQuery = z.infer<typeof ProductQuery>;

export const ReviewQuery = z.strictObject({
  limit: numberText(z.number().int().min(1).max(PAGE_SIZE_MAX)).optional(),
  cursor: z.string().max(500).optional(),
});
export type ReviewQuery = z.infer<typeof ReviewQuery>;

/** How many products match if this value is added to the current filters. Null: too many to count. */
const FacetValue = z.object({ name: z.string(), count: z.number().int().nonnegative().nullable() });
export const Facets = z.object({
  categories: z.array(FacetValue),
  brands: z.array(FacetValue),
  prices: z.array(FacetValue),
  ratings: z.array(FacetValue),
  tags: z.array(FacetValue),
  sizes: z.array(FacetValue),
});
export type Facets = z.infer<typeof Facets>;

export const Suggestion = z.object({
  name: z.string(),
  slug: z.string(),
  image: z.string().nullable(),
  price: Amount,
  salePrice: Amount,
});
export type Suggestion = z.infer<typeof Suggestion>;
