import * as operations from '@shop/contracts/checkout/admin-operations';
import { CreatedResponse } from '@shop/contracts/common/schema';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithKey, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseDifferences, browsePayments, refundOrphanedPayment, resolvePaymentDifference } from './admin.ts';
import { retryRefund } from './refunds.ts';

export const adminPaymentRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const db = app.checkoutDb;

  handle(app, operations.listPayments, { access: 'system.read' }, async ({ query }, reply) => {
    const { payments, next } = await browsePayments(app.db, query);
    setNextLink(reply, '/api/admin/payments', query, next);
    return payments;
  });

  handle(
    app,
    operations.refundOrphanedPayment,
    { access: 'orders.refund', rate: 'cart', dryRun: true },
    async (request) => {
      await runOnceWithKey(db, request, CreatedResponse, (tx) =>
        refundOrphanedPayment(tx, request.actor, request.params.id, request.body?.differenceId),
      );
    },
  );

  handle(app, operations.retryRefund, { access: 'orders.refund', rate: 'cart', dryRun: true }, async (request) => {
    await runOnceWithKey(db, request, CreatedResponse, (tx) => retryRefund(tx, request.actor, request.params.id));
  });

  handle(app, operations.listPaymentDifferences, { access: 'system.read' }, async ({ query }, reply) => {
    const { differences, next } = await browseDifferences(app.db, query);
    setNextLink(reply, '/api/admin/payment-differences', query, next);
    return differences;
  });

  handle(app, operations.resolvePaymentDifference, { access: 'system.manage', rate: 'cart' }, async (request) => {
    await runOnceWithoutResponse(db, request, (tx) => resolvePaymentDifference(tx, request.actor, request.params.id));
  });
};
