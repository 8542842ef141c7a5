import { CreatedResponse, Id } from '@shop/contracts/common/schema';
import { PaymentDifference, PaymentQuery, PaymentSummary } from '@shop/contracts/payments/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { retryRefund } from '#checkout/refunds.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { OptionalIdempotencyHeaders, runOnceWithKey, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browsePayments, openDifferences, refundOrphanedPayment, resolvePaymentDifference } from './service.ts';

const tags = ['Admin: payments'];
const params = z.object({ id: Id });

export const adminPaymentRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const db = app.checkoutDb;

  app.get(
    '/admin/payments',
    {
      config: { access: 'system.read' },
      schema: {
        operationId: 'listPayments',
        tags,
        summary: 'List captured payments, or only those without an order',
        querystring: PaymentQuery,
        response: { 200: z.array(PaymentSummary) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ query }, reply) => {
      const { payments, next } = await browsePayments(app.db, query);
      setNextLink(reply, '/api/admin/payments', query, next);
      return payments;
    },
  );

  app.post(
    '/admin/payments/:id/refund',
    {
      config: { access: 'orders.refund', rate: 'cart', dryRun: true },
      schema: {
        operationId: 'refundOrphanedPayment',
        tags,
        summary: 'Refund a payment without an order',
        params,
        headers: OptionalIdempotencyHeaders,
        response: { 204: z.null() },
        errors: { 404: ['payment_not_found'], 409: ['payment_not_orphaned'] },
      },
    },
    async (request, reply) => {
      await runOnceWithKey(db, request, CreatedResponse, (tx) =>
        refundOrphanedPayment(tx, request.actor, request.params.id),
      );
      reply.status(204);
      return null;
    },
  );

  app.post(
    '/admin/refunds/:id/retry',
    {
      config: { access: 'orders.refund', rate: 'cart', dryRun: true },
      schema: {
        operationId: 'retryRefund',
        tags,
        summary: 'Retry a failed refund',
        params,
        headers: OptionalIdempotencyHeaders,
        response: { 204: z.null() },
        errors: {
          404: ['refund_not_found'],
          409: ['refund_not_retryable', 'refund_too_small', 'refund_leaves_too_little'],
        },
      },
    },
    async (request, reply) => {
      await runOnceWithKey(db, request, CreatedResponse, (tx) => retryRefund(tx, request.actor, request.params.id));
      reply.status(204);
      return null;
    },
  );

  app.get(
    '/admin/payment-differences',
    {
      config: { access: 'system.read' },
      schema: {
        operationId: 'listPaymentDifferences',
        tags,
        summary: 'List open reconciliation differences',
        response: { 200: z.array(PaymentDifference) },
      },
    },
    () => openDifferences(app.db),
  );

  app.post(
    '/admin/payment-differences/:id/resolution',
    {
      config: { access: 'system.manage', rate: 'cart' },
      schema: {
        operationId: 'resolvePaymentDifference',
        tags,
        summary: 'Resolve a reconciliation difference',
        params,
        headers: OptionalIdempotencyHeaders,
        response: { 204: z.null() },
        errors: { 404: ['difference_not_found'], 409: ['refund_owed'] },
      },
    },
    async (request, reply) => {
      await runOnceWithoutResponse(db, request, (tx) => resolvePaymentDifference(tx, request.actor, request.params.id));
      return reply.status(204).send(null);
    },
  );
};
