import { CreatedResponse, Id } from '@shop/contracts/common/schema';
import { Order, StatusChange } from '@shop/contracts/orders/schema';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { getOrder } from '#orders/service.ts';
import type { Db } from '#platform/database/db.ts';
import { findSessionsOnCheckoutPool } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { cancelOrder, setStatus } from './service.ts';

const tags = ['Orders'];
const params = z.object({ id: Id });

export const orderStatusRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  findSessionsOnCheckoutPool(app);
  const db = app.checkoutDb;

  /** Stores only the id as the response, and reads the order: a stored address would outlive its account. */
  async function applyChange(request: FastifyRequest<{ Params: { id: string } }>, change: (tx: Db) => Promise<void>) {
    const { id } = await runIdempotent(db, keyedCall(request), CreatedResponse, async (tx) => {
      await change(tx);
      return { id: request.params.id };
    });
    return getOrder(db, request.actor, id);
  }

  app.post(
    '/orders/:id/cancellation',
    {
      config: { access: 'owner', rate: 'write', guests: true, orderLink: true },
      schema: {
        operationId: 'cancelOrder',
        tags,
        summary: 'Cancel an order that hasn’t shipped. Restocks the items and refunds the payment',
        params,
        headers: IdempotencyHeaders,
        response: { 200: Order },
        errors: { 404: ['order_not_found'], 409: ['order_not_cancellable'] },
      },
    },
    (request) => applyChange(request, (tx) => cancelOrder(tx, request.actor, request.params.id)),
  );

  app.put(
    '/orders/:id/status',
    {
      // Staff members who pack orders set many statuses in a minute.
      config: { access: 'orders.update-status', rate: 'browse', dryRun: true },
      schema: {
        operationId: 'setOrderStatus',
        tags,
        summary: 'Set the order status',
        params,
        headers: IdempotencyHeaders,
        body: StatusChange,
        response: { 200: Order },
        errors: {
          404: ['order_not_found'],
          409: ['order_status_conflict', 'no_stock', 'discount_code_used_up', 'order_has_returns'],
        },
      },
    },
    (request) => applyChange(request, (tx) => setStatus(tx, request.actor, request.params.id, request.body)),
  );
};
