import { Collection, CollectionProductsQuery } from '@shop/contracts/catalog/collections/schema';
import { Product } from '@shop/contracts/catalog/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { cachePublicly } from '#platform/http/caching.ts';
import { setNextCursorLink } from '#platform/http/paging.ts';
import { browseCollection, readCollection } from './browse.ts';
import { listPublished } from './queries.ts';

const config = { access: 'public' } as const;
const tags = ['Catalog'];
const params = z.object({ collection: z.string().max(120).describe('The slug of the collection') });

export const collectionRoutes: FastifyPluginAsyncZod = async (app) => {
  cachePublicly(app);

  app.get(
    '/collections',
    {
      config,
      schema: {
        operationId: 'listCollections',
        tags,
        summary: 'List published collections',
        response: { 200: z.array(Collection) },
      },
    },
    ({ readDb }) => listPublished(readDb),
  );

  app.get(
    '/collections/:collection',
    {
      config,
      schema: {
        operationId: 'getCollection',
        tags,
        summary: 'Get a published collection',
        params,
        response: { 200: Collection, 301: z.undefined() },
        errors: { 404: ['collection_not_found'] },
      },
    },
    async (request, reply) => {
      const found = await readCollection(request.readDb, request.params.collection);
      return 'movedTo' in found ? reply.redirect(`/api/collections/${found.movedTo}`, 301) : found.collection;
    },
  );

  app.get(
    '/collections/:collection/products',
    {
      config,
      schema: {
        operationId: 'listProductsOfCollection',
        tags,
        summary: 'List the products of a published collection, in its sort order',
        params,
        querystring: CollectionProductsQuery,
        response: { 200: z.array(Product) },
        responseHeaders: { 200: ['Link', 'X-Total-Count'] },
        errors: { 404: ['collection_not_found'], 422: ['invalid_cursor'] },
      },
    },
    async (request, reply) => {
      const { products, total, nextCursor } = await browseCollection(
        request.readDb,
        request.params.collection,
        request.query,
      );
      reply.header('x-total-count', total);
      setNextCursorLink(reply, request.url, nextCursor);
      return products;
    },
  );
};
