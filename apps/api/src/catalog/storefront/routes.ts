import {
  Brand,
  Category,
  Facets,
  HeroSlide,
  Product,
  ProductDetail,
  ProductQuery,
  Review,
  ReviewQuery,
  Suggestion,
} from '@shop/contracts/catalog/schema';
import { Problem } from '@shop/contracts/common/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { countFacets } from '#catalog/facets/facets.ts';
import { browseProducts, featuredProducts, getProduct, readReviews, suggestProducts } from '#catalog/service.ts';
import { cachePublicly } from '#platform/http/caching.ts';
import { listBrands, listCategories, listHeroSlides } from './queries.ts';

const config = { access: 'public' } as const;
const searchConfig = { access: 'public', rate: 'search' } as const;

const hasSearchQuery = (query: unknown) => typeof query === 'object' && query !== null && 'q' in query;

export const catalogRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db, pool, lendSearchConnection } = app;
  cachePublicly(app);

  app.get(
    '/products',
    {
      config: { access: 'public', rate: ({ query }) => (hasSearchQuery(query) ? 'search' : 'browse') },
      schema: {
        tags: ['Catalog'],
        summary: 'List products, with filters, sorting and pagination',
        querystring: ProductQuery,
        response: { 200: z.array(Product), 422: Problem },
      },
    },
    async (request, reply) => {
      const { products, total, nextCursor } = await (hasSearchQuery(request.query)
        ? lendSearchConnection(request.signal, (connection) => browseProducts(connection, request.query))
        : browseProducts(pool, request.query));
      reply.header('x-total-count', total);
      const { q, sortBy: _sort, limit: _limit, ...filters } = request.query;
      // With filters, an empty result does not mean that the catalog has no match.
      if (q && products.length === 0 && Object.keys(filters).length === 0) app.visitCounter.countZeroResultSearch(q);
      if (nextCursor) reply.header('link', `<${withCursor(request.url, nextCursor)}>; rel="next"`);
      return products;
    },
  );

  app.get(
    '/products/featured',
    {
      config,
      schema: {
        tags: ['Catalog'],
        summary: 'List featured products (highest rated)',
        response: { 200: z.array(Product) },
      },
    },
    () => featuredProducts(pool),
  );

  app.get(
    '/products/categories',
    { config, schema: { tags: ['Catalog'], summary: 'List categories', response: { 200: z.array(Category) } } },
    () => listCategories(db),
  );

  app.get(
    '/products/brands',
    { config, schema: { tags: ['Catalog'], summary: 'List brands', response: { 200: z.array(Brand) } } },
    () => listBrands(db),
  );

  app.get(
    '/products/suggestions',
    {
      config: searchConfig,
      schema: {
        tags: ['Catalog'],
        summary: 'Suggest products for a search query',
        querystring: z.strictObject({ q: z.string().trim().max(100) }),
        response: { 200: z.array(Suggestion), 422: Problem },
      },
    },
    ({ query, signal }) => lendSearchConnection(signal, (connection) => suggestProducts(connection, query.q)),
  );

  app.get(
    '/products/facets',
    {
      config: searchConfig,
      schema: {
        tags: ['Catalog'],
        summary: 'Get facet counts for the current filters',
        querystring: ProductQuery,
        response: { 200: Facets, 422: Problem },
      },
    },
    ({ query, signal }) => lendSearchConnection(signal, (connection) => countFacets(connection, query)),
  );

  app.get(
    '/products/:slug/reviews',
    {
      config,
      schema: {
        tags: ['Catalog'],
        summary: 'List the approved reviews of a product, newest first',
        params: z.object({ slug: z.string().max(220) }),
        querystring: ReviewQuery,
        response: { 200: z.array(Review), 404: Problem, 422: Problem },
      },
    },
    async (request, reply) => {
      const { reviews, nextCursor } = await readReviews(pool, request.params.slug, request.query);
      if (nextCursor) reply.header('link', `<${withCursor(request.url, nextCursor)}>; rel="next"`);
      return reviews;
    },
  );

  app.get(
    '/products/:slug',
    {
      config,
      schema: {
        tags: ['Catalog'],
        summary: 'Get a product with its variants, latest reviews and recommendations',
        params: z.object({ slug: z.string().max(220) }),
        response: { 200: ProductDetail, 301: z.undefined(), 404: Problem },
      },
    },
    async (request, reply) => {
      const found = await getProduct(pool, request.params.slug);
      return 'movedTo' in found ? reply.redirect(`/api/products/${found.movedTo}`, 301) : found.product;
    },
  );

  app.get(
    '/hero-slides',
    {
      config,
      schema: {
        tags: ['Catalog'],
        summary: 'List the hero slides of the home page',
        response: { 200: z.array(HeroSlide) },
      },
    },
    () => listHeroSlides(db),
  );
};

/** The same query from this cursor on. Relative, so that it works behind any host. */
function withCursor(url: string, cursor: string) {
  const [path, search] = url.split('?');
  const parameters = new URLSearchParams(search);
  parameters.set('cursor', cursor);
  return `${path}?${parameters}`;
}
