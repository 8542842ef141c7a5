import { FindQuery, Found } from '@shop/contracts/find';
import { Problem } from '@shop/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { privately } from '#platform/caching.ts';
import { find } from './service.ts';

export const findRoutes: FastifyPluginAsyncZod = async (app) => {
  privately(app);

  app.get(
    '/admin/find',
    {
      config: { access: 'panel.enter', rate: 'search' },
      schema: {
        tags: ['Admin'],
        summary: 'Orders, products and customers by a few letters, as far as one may see them',
        querystring: FindQuery,
        response: { 200: z.array(Found), 401: Problem, 403: Problem, 422: Problem },
      },
    },
    ({ actor, query }) => find(app, actor, query.q),
  );
};
