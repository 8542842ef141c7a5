import { z } from 'zod';
import { Amount, Id } from '../common/schema.ts';
import { REVIEW_SORTS } from '../reviews/constants.ts';
import { ReviewFit, ReviewPhoto, ReviewReply } from '../reviews/schema.ts';
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
  verifiedBuyer: z.boolean().default(true),
  /** The size its author bought. Null: the product has no sizes. */
  size: z.string().nullable().default(null),
  fit: ReviewFit.default(null),
  photos: z.array(ReviewPhoto).default([]),
  /** Of the store. */
  reply: ReviewReply.nullable().default(null),
  helpfulCount: z.number().int().nonnegative().default(0),
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
  /** Null with no or several options. */
  onlyOption: z.object({ name: z.string(), valuesInStock: z.array(z.string()) }).nullable(),
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
  /** How many approved reviews say that it runs small, is true to size and runs large. */
  fitCounts: z.array(z.number().int().nonnegative()).length(3).default([0, 0, 0]),
  /** The sizes that approved reviews are about, in the order of the options. */
  reviewSizes: z.array(z.string()).default([]),
  /** The newest photos of approved reviews. */
  reviewPhotos: z.array(ReviewPhoto.extend({ userName: z.string() })).default([]),
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
  /** Search without correcting the spelling. */
  exact: z.union([z.literal(''), z.literal('1')]).optional(),
  sortBy: z.union([z.literal(''), SortBy]).optional(),
  limit: numberText(z.number().int().min(1).max(PAGE_SIZE_MAX)).optional(),
  cursor: z.string().max(500).optional(),
});
export type ProductQuery = z.infer<typeof ProductQuery>;

export const ReviewQuery = z.strictObject({
  limit: numberText(z.number().int().min(1).max(PAGE_SIZE_MAX)).optional(),
  cursor: z.string().max(500).optional(),
  /** Newest first unless `helpful`: those with most votes first. */
  sortBy: z.enum(REVIEW_SORTS).optional(),
  /** Only reviews with photos. */
  photos: z.literal('true').optional(),
  /** Only reviews of customers who bought this size. */
  size: z.string().min(1).max(100).optional(),
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

export const SearchSuggestions = z.object({
  /** With the number of their published products. */
  categories: z.array(z.object({ name: z.string(), count: z.number().int().positive() })),
  products: z.array(Suggestion),
});
export type SearchSuggestions = z.infer<typeof SearchSuggestions>;
