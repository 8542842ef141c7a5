import { Cart } from '@shop/contracts/cart/schema';
import { Problem } from '@shop/contracts/common/problem';
import { Id } from '@shop/contracts/common/schema';
import {
  ConfirmationEmail,
  Order,
  OrderKey,
  OrderQuery,
  StatusChange,
  TrackedOrder,
} from '@shop/contracts/orders/schema';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#platform/database/db.ts';
import { findSessionsOnCheckoutPool } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { reorder } from './reorder.ts';
import { browseOrders, cancelOrder, getConfirmationEmail, getOrder, setStatus, trackOrder } from './service.ts';

const tags = ['Orders'];
const params = z.object({ id: Id });
const errorResponses = { 401: Problem, 404: Problem, 409: Problem, 422: Problem };

export const orderRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  findSessionsOnCheckoutPool(app);
  const db = app.checkoutDb;

  /** Stores only the id as the response, and reads the order: a stored address would outlive its account. */
  async function applyChange(request: FastifyRequest<{ Params: { id: string } }>, change: (tx: Db) => Promise<void>) {
    const { id } = await runIdempotent(db, keyedCall(request), z.object({ id: Id }), async (tx) => {
      await change(tx);
      return { id: request.params.id };
    });
    return getOrder(db, request.actor, id);
  }

  app.get(
    '/orders',
    {
      config: { access: 'owner' },
      schema: {
        tags,
        summary: 'Your orders, newest first, and linked to the next page',
        querystring: OrderQuery,
        response: { 200: z.array(Order), 401: Problem, 422: Problem },
      },
    },
    async ({ actor, query }, reply) => {
      const { orders, next } = await browseOrders(db, actor.id, query.after);
      if (next) reply.header('link', `</api/orders?after=${next}>; rel="next"`);
      return orders;
    },
  );

  app.get(
    '/orders/:id',
    {
      config: { access: 'owner' },
      schema: {
        tags,
        summary: 'One order of yours; admins see every order',
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
        summary: 'The email that confirms an order of yours, unless you get none',
        params,
        response: { 200: ConfirmationEmail, 401: Problem, 404: Problem, 422: Problem },
      },
    },
    ({ actor, params }) => getConfirmationEmail(db, actor, params.id),
  );

  app.post(
    '/orders/:id/cancellation',
    {
      config: { access: 'owner', rate: 'write' },
      schema: {
        tags,
        summary: 'Cancels an order that has not left the house: pieces and money go back',
        params,
        headers: IdempotencyHeaders,
        response: { 200: Order, ...errorResponses },
      },
    },
    (request) => applyChange(request, (tx) => cancelOrder(tx, request.actor, request.params.id)),
  );

  app.post(
    '/orders/:id/reorder',
    {
      config: { access: 'owner', rate: 'cart' },
      schema: {
        tags,
        summary: 'Puts the pieces of an order of yours into your cart, as far as they can be had',
        params,
        response: { 200: Cart, ...errorResponses },
      },
    },
    ({ actor, params }) => reorder(db, app.checkoutPool, actor, params.id),
  );

  app.put(
    '/orders/:id/status',
    {
      // Staff members who pack orders set many statuses in a minute.
      config: { access: 'orders.update-status', rate: 'browse' },
      schema: {
        tags,
        summary: 'Sets any of the five statuses',
        params,
        headers: IdempotencyHeaders,
        body: StatusChange,
        response: { 200: Order, 403: Problem, ...errorResponses },
      },
    },
    (request) => applyChange(request, (tx) => setStatus(tx, request.actor, request.params.id, request.body)),
  );

  // A read sent as a POST, so that the email address is in no URL, log or history.
  app.post(
    '/track-order',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        tags,
        summary: 'How far an order is, for whoever knows its number and e-mail address',
        body: OrderKey,
        response: { 200: TrackedOrder, 404: Problem, 422: Problem },
      },
    },
    ({ body }) => trackOrder(app.pool, body),
  );
};
