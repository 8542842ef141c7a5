import { z } from 'zod';
import { Amount, Id, Moment } from '../common/schema.ts';
import { PRODUCT_REVIEW_PHOTOS, REVIEW_SORTS } from '../reviews/constants.ts';
import { ReviewFit, ReviewPhoto, ReviewReply } from '../reviews/schema.ts';
import {
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  REVIEWS_SHOWN,
  SORTS,
  SUGGESTED_CATEGORIES_MAX,
  SUGGESTION_MAX,
  SUGGESTION_MIN_LENGTH,
} from './constants.ts';
import { OptionalTexts, ProductFields } from './product-fields.ts';

export const Category = z
  .object({
    id: Id,
    name: z.string().describe('Unique among categories. Products name their category by it, and so do filters.'),
    slug: z.string().describe('Unique among categories; finds the category as its name does.'),
    image: z.string().nullable().describe('The URL of its image; null: none.'),
    imageAlt: z.string().default('').describe('Alt text of `image`; empty: none.'),
    description: z.string().describe('Plain text; empty: none.'),
    seoTitle: z.string().default('').describe('The page title for search engines; empty: the name.'),
    seoDescription: z.string().default('').describe('The meta description for search engines; empty: the description.'),
  })
  .meta({ id: 'Category', description: 'A category as the store shows it. A product is in exactly one.' });
export type Category = z.infer<typeof Category>;

export const Brand = z
  .object({
    id: Id,
    name: z.string().describe('Unique among brands. Products name their brand by it, and so do filters.'),
    slug: z.string().describe('Unique among brands; finds the brand as its name does.'),
    logo: z.string().nullable().describe('The URL of its logo; null: none.'),
    logoAlt: z.string().default('').describe('Alt text of `logo`; empty: none.'),
    description: z.string().describe('Plain text; empty: none.'),
    seoTitle: z.string().default('').describe('The page title for search engines; empty: the name.'),
    seoDescription: z.string().default('').describe('The meta description for search engines; empty: the description.'),
  })
  .meta({ id: 'Brand', description: 'A brand as the store shows it. A product is of exactly one.' });
export type Brand = z.infer<typeof Brand>;

export const Review = z
  .object({
    id: Id,
    userId: z.null().describe('Always null: an author is identified by name only.'),
    userName: z.string().describe('The author’s name when the review was written.'),
    rating: z.number().min(0.5).max(5).multipleOf(0.5).describe('Stars, in steps of half a star.'),
    comment: z.string().describe('Plain text with line breaks.'),
    verifiedBuyer: z
      .boolean()
      .default(true)
      .describe('The author had received the product; stays true if the order is cancelled later.'),
    size: z
      .string()
      .nullable()
      .default(null)
      .describe('The size that the author bought; null: the product had no sizes, or it isn’t known.'),
    fit: ReviewFit.default(null),
    photos: z.array(ReviewPhoto).default([]).describe('In the author’s order, without those that staff removed.'),
    reply: ReviewReply.nullable().default(null).describe('The public reply of the store; null: none.'),
    helpfulCount: z.number().int().nonnegative().default(0).describe('How many customers marked it as helpful.'),
    createdAt: Moment,
  })
  .meta({ id: 'Review', description: 'An approved review of a product. A customer writes one per product.' });
export type Review = z.infer<typeof Review>;

export const Variant = z
  .object({
    id: Id,
    sku: z.string().describe('Unique in the store.'),
    options: z
      .record(z.string(), z.string())
      .describe('Its value of each option, by the option’s name, in the order of the options of the product.'),
    quantity: z.number().int().nonnegative().describe('Available units: neither reserved nor sold.'),
    priceDifference: Amount.describe('Added to the price and the sale price of the product; may be negative.'),
  })
  .meta({ id: 'Variant', description: 'What is bought: a product in one combination of its option values.' });
export type Variant = z.infer<typeof Variant>;

// The order of the keys in `Product` is that of the response.
const basics = ProductFields.pick({ name: true, slug: true, description: true, price: true, salePrice: true }).shape;
const { images, imageAlts, category, brand, tags, specifications, options } = ProductFields.shape;

export const Product = z
  .object({
    id: Id,
    ...basics,
    images,
    imageAlts,
    category,
    brand,
    tags,
    inStock: z.boolean().describe('It is switched on, and a variant has available units.'),
    hasOptions: z.boolean().describe('There are several variants: one must be selected before buying.'),
    onlyOption: z
      .object({
        name: z.string().describe('Such as Size.'),
        valuesInStock: z
          .array(z.string())
          .describe('The values of variants with available units, in the order of the variants.'),
      })
      .nullable()
      .describe('The option of a product that has exactly one; null with none or several.'),
    quantity: z.number().int().nonnegative().describe('Available units of all variants.'),
    ratings: z
      .number()
      .min(0)
      .max(5)
      .describe('The average rating of the approved reviews in stars, with two decimals; 0 without reviews.'),
    reviewCount: z.number().int().nonnegative().describe('The number of approved reviews.'),
    reviews: z
      .array(Review)
      .describe(`The newest ${REVIEWS_SHOWN} approved reviews where a single product is returned; empty in lists.`),
    specifications,
    createdAt: Moment,
    updatedAt: Moment.describe('Changes with edits and with approved reviews, not with stock.'),
  })
  .meta({ id: 'Product', description: 'A published product as lists return it.' });
export type Product = z.infer<typeof Product>;

export const ProductDetail = Product.extend({
  options,
  variants: z.array(Variant).min(1).describe('In display order. A product without options has exactly one.'),
  ratingCounts: z
    .array(z.number().int().nonnegative())
    .length(5)
    .describe('How many approved reviews round to 1, 2, 3, 4 and 5 stars; halves round up.'),
  fitCounts: z
    .array(z.number().int().nonnegative())
    .length(3)
    .default([0, 0, 0])
    .describe('How many approved reviews say that it runs small, is true to size and runs large.'),
  reviewSizes: z
    .array(z.string())
    .default([])
    .describe('The sizes that approved reviews are about, in the order of the options: filters that find a review.'),
  reviewPhotos: z
    .array(ReviewPhoto.extend({ userName: z.string().describe('The author of the review.') }))
    .default([])
    .describe(`The newest photos of approved reviews, up to ${PRODUCT_REVIEW_PHOTOS}.`),
  pairsWith: z
    .array(Product)
    .describe('The published ones of the products that staff paired with it (“Pairs well with”), in their order.'),
  ...OptionalTexts.shape,
}).meta({ id: 'ProductDetail', description: 'A product with all that its page in the store shows.' });
export type ProductDetail = z.infer<typeof ProductDetail>;

export const SortBy = z
  .enum(SORTS)
  .describe(
    '`featured`: the average rating, smoothed where there are few reviews, newer products first among equals; `price-asc`, `price-desc`: the current price; `newest`; `popular`: the average rating.',
  );
export type SortBy = z.infer<typeof SortBy>;

const numberText = (schema: z.ZodNumber) =>
  z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/)
    .transform(Number)
    .pipe(schema);

/** The same, or an empty text. One text in the OpenAPI document: of a union it would lose the number. */
const numberTextOrEmpty = (schema: z.ZodNumber) =>
  z
    .string()
    .regex(/^(\d{1,9}(\.\d{1,2})?)?$/)
    .transform((text) => (text === '' ? '' : Number(text)))
    .pipe(z.union([z.literal(''), schema]));

const manyTexts = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(z.string().min(1).max(60)).max(20),
);

/** The query of `GET /api/products`. An empty value, as sent by a plain HTML form, is no filter. */
export const ProductQuery = z.strictObject({
  category: z
    .string()
    .max(100)
    .optional()
    .describe('The name of a category, or a previous one. An unknown name matches no product.'),
  brand: z
    .string()
    .max(100)
    .optional()
    .describe('The name of a brand, or a previous one. An unknown name matches no product.'),
  minPrice: numberTextOrEmpty(z.number().nonnegative())
    .optional()
    .describe('The lowest current price, inclusive: the sale price if there is one, without differences of variants.'),
  maxPrice: numberTextOrEmpty(z.number().nonnegative()).optional().describe('The highest current price, inclusive.'),
  rating: numberTextOrEmpty(z.number().max(5)).optional().describe('The lowest average rating in stars, inclusive.'),
  tags: manyTexts
    .optional()
    .describe('Only products with at least one of these tags. Repeat the parameter for several.'),
  size: manyTexts
    .optional()
    .describe(
      'Only products with at least one of these option values (of any option) in stock. Repeat the parameter for several.',
    ),
  q: z
    .string()
    .max(200)
    .optional()
    .describe('A search query, of which the first 10 words count. A blank one finds nothing.'),
  exact: z
    .union([z.literal(''), z.literal('1')])
    .optional()
    .describe('`1`: search for the words as typed, without correcting their spelling.'),
  sortBy: z
    .union([z.literal(''), SortBy])
    .optional()
    .describe('Unless given, the results of a search are sorted by relevance, other lists as `featured`.'),
  limit: numberText(z.number().int().min(1).max(PAGE_SIZE_MAX))
    .optional()
    .describe(`Products per page, ${PAGE_SIZE} unless given.`),
  cursor: z
    .string()
    .max(500)
    .optional()
    .describe('From the `Link` header of the previous page. It is valid for the same sort order only.'),
});
export type ProductQuery = z.infer<typeof ProductQuery>;

export const ReviewQuery = z.strictObject({
  limit: numberText(z.number().int().min(1).max(PAGE_SIZE_MAX))
    .optional()
    .describe(`Reviews per page, ${REVIEWS_SHOWN} unless given.`),
  cursor: z
    .string()
    .max(500)
    .optional()
    .describe('From the `Link` header of the previous page. It is valid for the same sort order only.'),
  sortBy: z
    .enum(REVIEW_SORTS)
    .optional()
    .describe('`newest` unless given; `helpful`: those with most helpful votes first, newest first among equals.'),
  photos: z.literal('true').optional().describe('`true`: only reviews with photos.'),
  size: z.string().min(1).max(100).optional().describe('Only reviews of customers who bought this size.'),
});
export type ReviewQuery = z.infer<typeof ReviewQuery>;

const FacetValue = z
  .object({
    name: z.string().describe('The value to filter by.'),
    count: z
      .number()
      .int()
      .nonnegative()
      .nullable()
      .describe('How many products with this value match the filters of all other facets; null: too many to count.'),
  })
  .meta({ id: 'FacetValue', description: 'A value of a filter of the product list.' });
export const Facets = z
  .object({
    categories: z.array(FacetValue).describe('All categories, in the order of the store.'),
    brands: z.array(FacetValue).describe('All brands, in the order of the store.'),
    prices: z
      .array(FacetValue)
      .describe('Bands of the current price: `50-100` is from 50 to 100, both inclusive; `200-` has no upper bound.'),
    ratings: z.array(FacetValue).describe('The lowest average rating in stars, `4` to `1`.'),
    tags: z
      .array(FacetValue)
      .describe('Those of the matching products and those of the filter, the most frequent first, then by name.'),
    sizes: z
      .array(FacetValue)
      .describe('Option values of the matching products and of the filter, the most frequent first, then by name.'),
  })
  .meta({
    id: 'Facets',
    description: 'The values that a list of products can be filtered by, and how many products each one finds.',
  });
export type Facets = z.infer<typeof Facets>;

export const Suggestion = z
  .object({
    name: basics.name,
    slug: basics.slug,
    image: z.string().nullable().describe('The URL of the main image; null: the product has none.'),
    price: basics.price,
    salePrice: basics.salePrice,
  })
  .meta({ id: 'Suggestion', description: 'A published product in short: name, image and prices.' });
export type Suggestion = z.infer<typeof Suggestion>;

export const SearchSuggestions = z
  .object({
    categories: z
      .array(
        z.object({
          name: z.string().describe('As the filter of the product list takes it.'),
          count: z.number().int().positive().describe('The number of its published products.'),
        }),
      )
      .describe(`Up to ${SUGGESTED_CATEGORIES_MAX} categories whose names have all typed words.`),
    products: z
      .array(Suggestion)
      .describe(`Products by name or SKU, those in stock first; with the categories up to ${SUGGESTION_MAX}.`),
  })
  .meta({
    id: 'SearchSuggestions',
    description: `Suggestions while a search query is typed; both lists are empty for fewer than ${SUGGESTION_MIN_LENGTH} characters.`,
  });
export type SearchSuggestions = z.infer<typeof SearchSuggestions>;
