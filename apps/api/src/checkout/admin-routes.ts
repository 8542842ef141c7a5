import { Id } from '@shop/contracts/common';
import { Problem } from '@shop/contracts/problem';
import { PaymentDifference, PaymentQuery, PaymentSummary } from '@shop/contracts/system';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { privately } from '#platform/caching.ts';
import { linkNext } from '#platform/paging.ts';
import { browsePayments, openDifferences, refundStray, resolveDifference } from './desk.ts';
import { retryRefund } from './refunds.ts';

const tags = ['Admin: payments'];
const params = z.object({ id: Id });
const refusals = { 401: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem };

export const adminPaymentRoutes: FastifyPluginAsyncZod = async (app) => {
  privately(app);
  const db = app.checkoutDb;

  app.get(
    '/admin/payments',
    {
      config: { access: 'system.see' },
      schema: {
        tags,
        summary: 'Every captured payment and its order, newest first, or those without one',
        querystring: PaymentQuery,
        response: { 200: z.array(PaymentSummary), ...refusals },
      },
    },
    async ({ query }, reply) => {
      const { payments, next } = await browsePayments(app.db, query);
      linkNext(reply, '/api/admin/payments', query, next);
      return payments;
    },
  );

  app.post(
    '/admin/payments/:id/refund',
    {
      config: { access: 'orders.refund', rate: 'cart' },
      schema: {
        tags,
        summary: 'Gives money back that became no order',
        params,
        response: { 204: z.null(), ...refusals },
      },
    },
    async ({ actor, params }, reply) => {
      await refundStray(db, actor, params.id);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/admin/refunds/:id/retry',
    {
      config: { access: 'orders.refund', rate: 'cart' },
      schema: { tags, summary: 'Try a failed refund again', params, response: { 204: z.null(), ...refusals } },
    },
    async ({ actor, params }, reply) => {
      await retryRefund(db, actor, params.id);
      return reply.status(204).send(null);
    },
  );

  app.get(
    '/admin/payment-differences',
    {
      config: { access: 'system.see' },
      schema: {
        tags,
        summary: 'What the provider’s books and ours disagree about, and nobody has settled yet',
        response: { 200: z.array(PaymentDifference), ...refusals },
      },
    },
    () => openDifferences(app.db),
  );

  app.post(
    '/admin/payment-differences/:id/resolution',
    {
      config: { access: 'system.mend', rate: 'cart' },
      schema: { tags, summary: 'Marks a difference as settled', params, response: { 204: z.null(), ...refusals } },
    },
    async ({ actor, params }, reply) => {
      await resolveDifference(db, actor, params.id);
      return reply.status(204).send(null);
    },
  );
};
