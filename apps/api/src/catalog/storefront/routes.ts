import { RECENTLY_VIEWED_MAX, SEARCH_HEADER } from '@shop/contracts/catalog/constants';
import {
  Brand,
  Category,
  Facets,
  Product,
  ProductDetail,
  ProductQuery,
  Review,
  ReviewQuery,
  Suggestion,
} from '@shop/contracts/catalog/schema';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { countFacets } from '#catalog/facets/facets.ts';
import {
  browseProducts,
  featuredProducts,
  getBrand,
  getCategory,
  getProduct,
  readReviews,
  suggestProducts,
  summarizeProducts,
} from '#catalog/service.ts';
import { cachePublicly } from '#platform/http/caching.ts';
import { setNextCursorLink } from '#platform/http/paging.ts';
import { sendJson } from '#platform/http/send-json.ts';
import { listBrands, listCategories } from './queries.ts';

const config = { access: 'public' } as const;
const searchConfig = { access: 'public', rate: 'search' } as const;
const params = z.object({ product: z.string().max(220).describe('The slug of the product') });

/** Up to 100 characters: a name, a slug, or a previous one. */
const label = z.string().min(1).max(100);

const hasSearchQuery = (query: unknown) => typeof query === 'object' && query !== null && 'q' in query;

export const storefrontRoutes: FastifyPluginAsyncZod = async (app) => {
  cachePublicly(app);

  app.get(
    '/products',
    {
      config: {
        access: 'public',
        rate: {
          classes: ['browse', 'search'],
          classOf: ({ query }) => (hasSearchQuery(query) ? 'search' : 'browse'),
        },
      },
      schema: {
        operationId: 'listProducts',
        tags: ['Catalog'],
        summary: 'List products, with filters, sorting and pagination',
        querystring: ProductQuery,
        response: { 200: z.array(Product) },
        responseHeaders: { 200: ['Link', 'X-Total-Count', 'X-Search'] },
        errors: { 422: ['invalid_cursor'], 503: ['search_busy'] },
      },
    },
    async (request, reply) => {
      const { products, total, nextCursor, interpretation } = await (hasSearchQuery(request.query)
        ? request.lendSearchConnection((searchDb) => browseProducts(searchDb, request.query))
        : browseProducts(request.readDb, request.query));
      reply.header('x-total-count', total);
      if (interpretation) reply.header(SEARCH_HEADER, encodeURIComponent(JSON.stringify(interpretation)));
      const { q, sortBy: _sort, limit: _limit, exact: _exact, ...filters } = request.query;
      // With filters, an empty result does not mean that the catalog has no match.
      if (q && products === '[]' && Object.keys(filters).length === 0) app.visitCounter.countZeroResultSearch(q);
      setNextCursorLink(reply, request.url, nextCursor);
      return sendJson(reply, products);
    },
  );

  app.get(
    '/products/featured',
    {
      config,
      schema: {
        operationId: 'listFeaturedProducts',
        tags: ['Catalog'],
        summary: 'List featured products (highest rated)',
        response: { 200: z.array(Product) },
      },
    },
    ({ readDb }) => featuredProducts(readDb),
  );

  app.get(
    '/products/categories',
    {
      config,
      schema: {
        operationId: 'listCategories',
        tags: ['Catalog'],
        summary: 'List categories',
        response: { 200: z.array(Category) },
      },
    },
    ({ readDb }) => listCategories(readDb),
  );

  app.get(
    '/products/brands',
    {
      config,
      schema: {
        operationId: 'listBrands',
        tags: ['Catalog'],
        summary: 'List brands',
        response: { 200: z.array(Brand) },
      },
    },
    ({ readDb }) => listBrands(readDb),
  );

  app.get(
    '/categories/:category',
    {
      config,
      schema: {
        operationId: 'getCategory',
        tags: ['Catalog'],
        summary: 'Get a category by its name or slug, or by a previous one',
        params: z.object({ category: label }),
        response: { 200: Category },
        errors: { 404: ['category_not_found'] },
      },
    },
    ({ params, readDb }) => getCategory(readDb, params.category),
  );

  app.get(
    '/brands/:brand',
    {
      config,
      schema: {
        operationId: 'getBrand',
        tags: ['Catalog'],
        summary: 'Get a brand by its name or slug, or by a previous one',
        params: z.object({ brand: label }),
        response: { 200: Brand },
        errors: { 404: ['brand_not_found'] },
      },
    },
    ({ params, readDb }) => getBrand(readDb, params.brand),
  );

  app.get(
    '/products/suggestions',
    {
      config: searchConfig,
      schema: {
        operationId: 'suggestProducts',
        tags: ['Catalog'],
        summary: 'Suggest products for a search query',
        querystring: z.strictObject({ q: z.string().trim().max(100) }),
        response: { 200: z.array(Suggestion) },
        errors: { 503: ['search_busy'] },
      },
    },
    (request) => request.lendSearchConnection((searchDb) => suggestProducts(searchDb, request.query.q)),
  );

  app.get(
    '/products/summaries',
    {
      config,
      schema: {
        operationId: 'summarizeProducts',
        tags: ['Catalog'],
        summary: 'Get name, image and prices of products by their ids, in this order',
        querystring: z.strictObject({
          ids: z
            .string()
            .transform((list) => list.split(','))
            .pipe(z.array(Id).max(RECENTLY_VIEWED_MAX)),
        }),
        response: { 200: z.array(Suggestion) },
      },
    },
    ({ readDb, query }) => summarizeProducts(readDb, query.ids),
  );

  app.get(
    '/products/facets',
    {
      config: searchConfig,
      schema: {
        operationId: 'getFacets',
        tags: ['Catalog'],
        summary: 'Get facet counts for the current filters',
        querystring: ProductQuery,
        response: { 200: Facets },
        errors: { 503: ['search_busy'] },
      },
    },
    (request) => request.lendSearchConnection((searchDb) => countFacets(searchDb, request.query)),
  );

  app.get(
    '/products/:product/reviews',
    {
      config,
      schema: {
        operationId: 'listReviews',
        tags: ['Catalog'],
        summary: 'List the approved reviews of a product, newest or most helpful first',
        params,
        querystring: ReviewQuery,
        response: { 200: z.array(Review) },
        responseHeaders: { 200: ['Link'] },
        errors: { 404: ['product_not_found'], 422: ['invalid_cursor'] },
      },
    },
    async (request, reply) => {
      const { reviews, nextCursor } = await readReviews(request.readDb, request.params.product, request.query);
      setNextCursorLink(reply, request.url, nextCursor);
      return reviews;
    },
  );

  app.get(
    '/products/:product',
    {
      config,
      schema: {
        operationId: 'getProduct',
        tags: ['Catalog'],
        summary: 'Get a product with its variants, latest reviews and recommendations',
        params,
        response: { 200: ProductDetail, 301: z.undefined() },
        errors: { 404: ['product_not_found'] },
      },
    },
    async (request, reply) => {
      const found = await getProduct(request.readDb, request.params.product);
      return 'movedTo' in found
        ? reply.redirect(`/api/products/${found.movedTo}`, 301)
        : sendJson(reply, found.product);
    },
  );
};
