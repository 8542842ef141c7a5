import * as operations from '@shop/contracts/catalog/operations';
import type { FastifyPluginAsync } from 'fastify';
import { suggestSearch } from '#catalog/service.ts';
import { cachePublicly } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';

export const searchRoutes: FastifyPluginAsync = async (app) => {
  cachePublicly(app);

  handle(app, operations.suggestSearch, { access: 'public', rate: 'search' }, (request) =>
    request.lendSearchConnection((searchDb) => suggestSearch(searchDb, request.query.q)),
  );
};
