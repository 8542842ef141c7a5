import { AtRiskOrder, AtRiskQuery } from '@shop/contracts/orders/promise-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseAtRisk } from './service.ts';

export const promiseRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/orders/at-risk',
    {
      config: { access: 'orders.read' },
      schema: {
        operationId: 'listOrdersAtRisk',
        tags: ['Admin: orders'],
        summary: 'List open orders that are late or about to break their delivery promise, worst first',
        querystring: AtRiskQuery,
        response: { 200: z.array(AtRiskOrder) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ query }, reply) => {
      const { orders, next } = await browseAtRisk(app.db, query);
      setNextLink(reply, '/api/admin/orders/at-risk', query, next);
      return orders;
    },
  );
};
