import { Cart } from '@shop/contracts/cart/schema';
import { Problem } from '@shop/contracts/common/problem';
import { Id } from '@shop/contracts/common/schema';
import { ConfirmationEmail, Order, OrderKey, OrderQuery, TrackedOrder } from '@shop/contracts/orders/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { findSessionsOnCheckoutPool } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { reorder } from './reorder.ts';
import { browseOrders, getConfirmationEmail, getOrder, trackOrder } from './service.ts';

const tags = ['Orders'];
const params = z.object({ id: Id });
const errorResponses = { 401: Problem, 404: Problem, 409: Problem, 422: Problem };

export const orderRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  findSessionsOnCheckoutPool(app);
  const db = app.checkoutDb;

  app.get(
    '/orders',
    {
      config: { access: 'owner' },
      schema: {
        tags,
        summary: 'List your orders, newest first',
        querystring: OrderQuery,
        response: { 200: z.array(Order), 401: Problem, 422: Problem },
      },
    },
    async ({ actor, query }, reply) => {
      const { orders, next } = await browseOrders(db, actor.id, query.after);
      setNextLink(reply, '/api/orders', query, next);
      return orders;
    },
  );

  app.get(
    '/orders/:id',
    {
      config: { access: 'owner' },
      schema: {
        tags,
        summary: 'Get an order. Staff can get any order',
        params,
        response: { 200: Order, 401: Problem, 404: Problem, 422: Problem },
      },
    },
    ({ actor, params }) => getOrder(db, actor, params.id),
  );

  app.get(
    '/orders/:id/confirmation-email',
    {
      config: { access: 'owner' },
      schema: {
        tags,
        summary: 'Get the confirmation email of your order, if one is sent',
        params,
        response: { 200: ConfirmationEmail, 401: Problem, 404: Problem, 422: Problem },
      },
    },
    ({ actor, params }) => getConfirmationEmail(db, actor, params.id),
  );

  app.post(
    '/orders/:id/reorder',
    {
      config: { access: 'owner', rate: 'cart' },
      schema: {
        tags,
        summary: 'Add the available items of a past order to the cart',
        params,
        response: { 200: Cart, ...errorResponses },
      },
    },
    ({ actor, params }) => reorder(db, actor, params.id),
  );

  // A read sent as a POST, so that the email address is in no URL, log or history.
  app.post(
    '/track-order',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        tags,
        summary: 'Track an order by order number and email address',
        body: OrderKey,
        response: { 200: TrackedOrder, 404: Problem, 422: Problem },
      },
    },
    ({ body }) => trackOrder(app.db, body),
  );
};
