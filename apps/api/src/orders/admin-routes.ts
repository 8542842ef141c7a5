import { AdminOrderQuery, OrderSummary } from '@shop/contracts/admin-orders';
import { Problem } from '@shop/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { privately } from '#platform/caching.ts';
import { browseAllOrders } from './desk.ts';

const tags = ['Admin: orders'];
const refusals = { 401: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem };

export const adminOrderRoutes: FastifyPluginAsyncZod = async (app) => {
  privately(app);
  const db = app.checkoutDb;

  app.get(
    '/admin/orders',
    {
      config: { access: 'orders.see' },
      schema: {
        tags,
        summary: 'The orders of all customers, newest first, and linked to the next page',
        querystring: AdminOrderQuery,
        response: { 200: z.array(OrderSummary), ...refusals },
      },
    },
    async ({ query }, reply) => {
      const { orders, next } = await browseAllOrders(db, query);
      if (next)
        reply.header('link', `</api/admin/orders?${new URLSearchParams({ ...query, after: next })}>; rel="next"`);
      return orders;
    },
  );
};
