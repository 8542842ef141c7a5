import * as operations from '@shop/contracts/catalog/operations';
import type { FastifyPluginAsync } from 'fastify';
import { cachePublicly } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { setNextCursorLink } from '#platform/http/paging.ts';
import { browseCollection, readCollection } from './browse.ts';
import { listPublished } from './queries.ts';

export const collectionRoutes: FastifyPluginAsync = async (app) => {
  cachePublicly(app);

  handle(app, operations.listCollections, { access: 'public' }, ({ readDb }) => readDb.run(listPublished()));

  handle(app, operations.getCollection, { access: 'public' }, async (request, reply) => {
    const found = await readCollection(request.readDb, request.params.collection);
    return 'movedTo' in found ? reply.redirect(`/api/collections/${found.movedTo}`, 301) : found.collection;
  });

  handle(app, operations.listProductsOfCollection, { access: 'public' }, async (request, reply) => {
    const { products, total, nextCursor } = await browseCollection(
      request.readDb,
      request.params.collection,
      request.query,
    );
    reply.header('x-total-count', total);
    setNextCursorLink(reply, request.url, nextCursor);
    return products;
  });
};
