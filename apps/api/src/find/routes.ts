import { FindQuery, SearchResult } from '@shop/contracts/find/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { find } from './service.ts';

export const findRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/find',
    {
      config: { access: 'admin.access', rate: 'search' },
      schema: {
        operationId: 'findInAdmin',
        tags: ['Admin'],
        summary: 'Search orders, products and customers, limited to the user’s permissions',
        querystring: FindQuery,
        response: { 200: z.array(SearchResult) },
      },
    },
    ({ actor, query }) => find(app.db, actor, query.q),
  );
};
