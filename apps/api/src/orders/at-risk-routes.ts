import * as operations from '@shop/contracts/orders/admin-operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseAtRisk } from './at-risk.ts';

export const promiseRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.listOrdersAtRisk, { access: 'orders.read' }, async ({ query }, reply) => {
    const { orders, next } = await browseAtRisk(app.db, query);
    setNextLink(reply, '/api/admin/orders/at-risk', query, next);
    return orders;
  });
};
