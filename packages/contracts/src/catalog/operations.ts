import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { AdminProduct, DeletedProduct, ProductDraft } from './admin-schema.ts';
import { Collection, CollectionProductsQuery } from './collection-schema.ts';
import { RECENTLY_VIEWED_MAX, SUGGESTION_MIN_LENGTH } from './constants.ts';
import {
  Brand,
  Category,
  Facets,
  Product,
  ProductDetail,
  ProductQuery,
  Review,
  ReviewQuery,
  SearchSuggestions,
  Suggestion,
} from './schema.ts';

const label = z.string().min(1).max(100).describe('Its name or slug, or a previous one.');
const typed = z
  .string()
  .trim()
  .max(100)
  .describe(`What was typed so far. Fewer than ${SUGGESTION_MIN_LENGTH} characters find nothing.`);

export const createProduct = operation('POST /products', {
  id: 'createProduct',
  tag: 'Admin: products',
  summary: 'Create a product. Repeat requests with the same idempotency key create it once',
  idempotent: 'optional',
  body: ProductDraft,
  status: 201,
  response: AdminProduct,
  errors: { 403: ['opening_stock_not_allowed'] },
});

export const updateProduct = operation('PUT /products/:product', {
  id: 'updateProduct',
  tag: 'Admin: products',
  summary: 'Update a product. Fails if a newer version exists. Stock isn’t changed',
  params: z.object({ product: Id.describe('The id of the product, not its slug.') }),
  body: ProductDraft,
  response: AdminProduct,
  errors: { 403: ['opening_stock_not_allowed'], 404: ['product_not_found'], 409: ['edit_conflict'] },
});

export const deleteProduct = operation('DELETE /products/:product', {
  id: 'deleteProduct',
  tag: 'Admin: products',
  summary: 'Delete a product. Can be undone for 30 days',
  params: z.object({ product: Id.describe('The id of the product, not its slug.') }),
  idempotent: 'optional',
  response: DeletedProduct,
  errors: { 404: ['product_not_found'] },
});

export const listCollections = operation('GET /collections', {
  id: 'listCollections',
  tag: 'Catalog',
  summary: 'List published collections',
  response: z.array(Collection),
});

export const getCollection = operation('GET /collections/:collection', {
  id: 'getCollection',
  tag: 'Catalog',
  summary: 'Get a published collection',
  params: z.object({
    collection: z
      .string()
      .max(120)
      .describe('The slug of the collection; a previous one redirects to the current one.'),
  }),
  response: Collection,
  redirects: true,
  errors: { 404: ['collection_not_found'] },
});

export const listProductsOfCollection = operation('GET /collections/:collection/products', {
  id: 'listProductsOfCollection',
  tag: 'Catalog',
  summary: 'List the products of a published collection, in its sort order',
  params: z.object({
    collection: z.string().max(120).describe('The current slug of the collection: a previous one is not found.'),
  }),
  query: CollectionProductsQuery,
  response: z.array(Product),
  headers: ['Link', 'X-Total-Count'],
  errors: { 404: ['collection_not_found'], 422: ['invalid_cursor'] },
});

export const suggestSearch = operation('GET /search/suggestions', {
  id: 'suggestSearch',
  tag: 'Catalog',
  summary: 'Suggest categories, with their number of products, and products for a search query',
  query: z.strictObject({ q: typed }),
  response: SearchSuggestions,
  errors: { 503: ['search_busy'] },
});

export const listProducts = operation('GET /products', {
  id: 'listProducts',
  tag: 'Catalog',
  summary: 'List products, with filters, sorting and pagination',
  query: ProductQuery,
  response: z.array(Product),
  headers: ['Link', 'X-Total-Count', 'X-Search'],
  errors: { 422: ['invalid_cursor'], 503: ['search_busy'] },
});

export const listFeaturedProducts = operation('GET /products/featured', {
  id: 'listFeaturedProducts',
  tag: 'Catalog',
  summary: 'List featured products (highest rated)',
  response: z.array(Product),
});

export const listCategories = operation('GET /products/categories', {
  id: 'listCategories',
  tag: 'Catalog',
  summary: 'List categories',
  response: z.array(Category),
});

export const listBrands = operation('GET /products/brands', {
  id: 'listBrands',
  tag: 'Catalog',
  summary: 'List brands',
  response: z.array(Brand),
});

export const getCategory = operation('GET /categories/:category', {
  id: 'getCategory',
  tag: 'Catalog',
  summary: 'Get a category by its name or slug, or by a previous one',
  params: z.object({ category: label }),
  response: Category,
  errors: { 404: ['category_not_found'] },
});

export const getBrand = operation('GET /brands/:brand', {
  id: 'getBrand',
  tag: 'Catalog',
  summary: 'Get a brand by its name or slug, or by a previous one',
  params: z.object({ brand: label }),
  response: Brand,
  errors: { 404: ['brand_not_found'] },
});

export const suggestProducts = operation('GET /products/suggestions', {
  id: 'suggestProducts',
  tag: 'Catalog',
  summary: 'Suggest products for a search query',
  query: z.strictObject({ q: typed }),
  response: z.array(Suggestion),
  errors: { 503: ['search_busy'] },
});

export const summarizeProducts = operation('GET /products/summaries', {
  id: 'summarizeProducts',
  tag: 'Catalog',
  summary: 'Get name, image and prices of products by their ids, in this order',
  query: z.strictObject({
    ids: z
      .string()
      .transform((list) => list.split(','))
      .pipe(z.array(Id).max(RECENTLY_VIEWED_MAX))
      .describe(`Up to ${RECENTLY_VIEWED_MAX} ids, separated by commas. Products that aren’t published are left out.`),
  }),
  response: z.array(Suggestion),
});

export const getFacets = operation('GET /products/facets', {
  id: 'getFacets',
  tag: 'Catalog',
  summary: 'Get facet counts for the current filters',
  query: ProductQuery,
  response: Facets,
  errors: { 503: ['search_busy'] },
});

export const listReviews = operation('GET /products/:product/reviews', {
  id: 'listReviews',
  tag: 'Catalog',
  summary: 'List the approved reviews of a product, newest or most helpful first',
  params: z.object({
    product: z.string().max(220).describe('The current slug of the product: a previous one is not found.'),
  }),
  query: ReviewQuery,
  response: z.array(Review),
  headers: ['Link'],
  errors: { 404: ['product_not_found'], 422: ['invalid_cursor'] },
});

export const getProduct = operation('GET /products/:product', {
  id: 'getProduct',
  tag: 'Catalog',
  summary: 'Get a product with its variants, latest reviews and recommendations',
  params: z.object({
    product: z.string().max(220).describe('The slug of the product; a previous one redirects to the current one.'),
  }),
  response: ProductDetail,
  redirects: true,
  errors: { 404: ['product_not_found'] },
});
