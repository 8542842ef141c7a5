import { Cart } from '@shop/contracts/cart/schema';
import { Id } from '@shop/contracts/common/schema';
import { GiftReceipt } from '@shop/contracts/gifts/schema';
import { ConfirmationEmail, Order, OrderKey, OrderQuery, TrackedOrder } from '@shop/contracts/orders/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { findSessionsOnCheckoutPool } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { giftReceiptOf } from './gifts.ts';
import { reorder } from './reorder.ts';
import { browseOrders, getConfirmationEmail, getOrder, trackOrder } from './service.ts';

const tags = ['Orders'];
const params = z.object({ id: Id });

export const orderRoutes: FastifyPluginAsyncZod<{ authSecret: string }> = async (app, { authSecret }) => {
  withoutCaching(app);
  findSessionsOnCheckoutPool(app);
  const db = app.checkoutDb;

  app.get(
    '/orders',
    {
      config: { access: 'owner', guests: true },
      schema: {
        operationId: 'listOrders',
        tags,
        summary: 'List your orders, newest first',
        querystring: OrderQuery,
        response: { 200: z.array(Order) },
        responseHeaders: { 200: ['Link'] },
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
      config: { access: 'owner', orderLink: true, guests: true },
      schema: {
        operationId: 'getOrder',
        tags,
        summary: 'Get an order. Staff can get any order',
        params,
        response: { 200: Order },
        errors: { 404: ['order_not_found'] },
      },
    },
    ({ actor, params }) => getOrder(db, actor, params.id),
  );

  app.get(
    '/orders/:id/gift-receipt',
    {
      config: { access: 'owner', orderLink: true, guests: true },
      schema: {
        operationId: 'getGiftReceipt',
        tags,
        summary: 'Get the gift receipt of an order: no prices, and the link by which the recipient can exchange items',
        params,
        response: { 200: GiftReceipt },
        errors: { 404: ['order_not_found', 'no_gift'] },
      },
    },
    async ({ actor, params }) => giftReceiptOf(await getOrder(db, actor, params.id), authSecret),
  );

  app.get(
    '/orders/:id/confirmation-email',
    {
      config: { access: 'owner', guests: true },
      schema: {
        operationId: 'getConfirmationEmail',
        tags,
        summary: 'Get the confirmation email of your order, if one is sent',
        params,
        response: { 200: ConfirmationEmail },
        errors: { 404: ['order_not_found'] },
      },
    },
    ({ actor, params }) => getConfirmationEmail(db, actor, params.id),
  );

  app.post(
    '/orders/:id/reorder',
    {
      config: { access: 'owner', rate: 'cart', guests: true },
      schema: {
        operationId: 'reorder',
        tags,
        summary: 'Add the available items of a past order to the cart',
        params,
        response: { 200: Cart },
        errors: { 404: ['order_not_found'], 409: ['nothing_available'] },
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
        operationId: 'trackOrder',
        tags,
        summary: 'Track an order by order number and email address',
        body: OrderKey,
        response: { 200: TrackedOrder },
        errors: { 404: ['order_not_found'] },
      },
    },
    ({ body }) => trackOrder(app.db, body),
  );
};
