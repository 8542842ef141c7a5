import * as operations from '@shop/contracts/checkout/admin-operations';
import { CreatedResponse } from '@shop/contracts/common/schema';
import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import {
  PAYMENTS_SHOWN,
  type PaymentDifferenceQuery,
  type PaymentQuery,
  PaymentSummary,
} from '@shop/contracts/payments/admin-schema';
import type { FastifyPluginAsync } from 'fastify';
import { record } from '#audit/service.ts';
import { notifyPaymentRefunded } from '#notifications/service.ts';
import { listDifferences, lockOpenDifference, requestRefund, resolveDifference } from '#payments/service.ts';
import { byDate } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { json, minor, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, first, sql } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithKey, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { paginate, setNextLink } from '#platform/http/paging.ts';
import { toIso, withIsoDate } from '#platform/timestamps.ts';
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

async function browsePayments(db: Db, query: PaymentQuery) {
  const { items, next } = paginate(await db.run(listPayments(query, PAYMENTS_SHOWN + 1)), PAYMENTS_SHOWN);
  return { payments: items.map(withIsoDate), next };
}

async function browseDifferences(db: Db, { after }: PaymentDifferenceQuery) {
  const { items, next } = paginate(await listDifferences(db, after, PAYMENTS_SHOWN + 1), PAYMENTS_SHOWN);
  return { differences: items.map((row) => ({ ...row, foundAt: toIso(row.foundAt) })), next };
}

/**
 * Refunds a payment without an order and notifies the customer, if it has one. A second request is rejected, and so is one
 * about a difference that was resolved since: then the money may have been settled by other means.
 */
async function refundOrphanedPayment(tx: Db, actor: Actor, id: string, differenceId?: string) {
  const payment = await lockPayment(tx, id);
  if (!payment) throw new DomainError('not_found', 'payment_not_found', paymentMessages.notFound);
  if (payment.orderId !== null || payment.status !== 'captured') throw notOrphaned();
  if (differenceId && !(await lockOpenDifference(tx, differenceId)))
    throw new DomainError('conflict', 'difference_resolved', paymentMessages.differenceNotFound);
  const refund = await requestRefund(tx, id, 'all', paymentMessages.reason);
  if (!refund) throw notOrphaned();

  const { userId, currency } = payment;
  if (userId)
    await notifyPaymentRefunded(tx, { refundId: refund.id, userId, amountMinor: refund.amountMinor, currency });
  await record(tx, actor, {
    action: 'payment.refund',
    entity: 'payment',
    entityId: id,
    before: { status: payment.status },
    after: { status: 'refunded', amountMinor: refund.amountMinor, currency },
  });
  return { id: refund.id };
}

const notOrphaned = () => new DomainError('conflict', 'payment_not_orphaned', paymentMessages.paymentNotOrphaned);

async function resolvePaymentDifference(tx: Db, actor: Actor, id: string) {
  const difference = await resolveDifference(tx, id);
  if (!difference) throw new DomainError('not_found', 'difference_not_found', paymentMessages.differenceNotFound);
  await record(tx, actor, {
    action: 'difference.resolve',
    entity: 'difference',
    entityId: id,
    before: { ...difference, resolved: false },
    after: { ...difference, resolved: true },
  });
}

const listedPayment = {
  id: uuid,
  providerPaymentId: text,
  amountMinor: minor,
  currency: text,
  status: oneOf(PaymentSummary.shape.status.options),
  createdAt: timestamp,
  customer: orNull(json(PaymentSummary.shape.customer.unwrap())),
  order: orNull(json(PaymentSummary.shape.order.unwrap())),
};

function listPayments(page: PaymentQuery, limit: number) {
  const { order, isAfter } = byDate(sql`p.id`, page);
  return all('checkout.listPayments', listedPayment)`
    select p.id, p.provider_payment_id, p.amount_minor, p.currency, p.status, p.created_at,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as customer,
           case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end as "order"
      from (select * from payments p where p.status in ('captured', 'refunded') and ${isAfter}
             order by ${order} limit ${limit}) p
      left join checkouts c on c.id = p.checkout_id left join users u on u.id = c.user_id
      left join orders o on o.id = p.order_id
     order by ${order}`;
}

const lockedPayment = {
  userId: orNull(uuid),
  currency: text,
  amountMinor: minor,
  status: text,
  orderId: orNull(uuid),
};

/** Locks the customer first (FOR KEY SHARE blocks only account deletion), then the payment. */
async function lockPayment(tx: Db, id: string) {
  await tx.run(count('checkout.lockPayer')`
    select from users where id = (select c.user_id from payments p join checkouts c on c.id = p.checkout_id
                                   where p.id = ${id}) for key share`);
  return tx.run(first('checkout.lockPayment', lockedPayment)`
    select c.user_id, p.currency, p.amount_minor, p.status, p.order_id
      from payments p left join checkouts c on c.id = p.checkout_id where p.id = ${id} for update of p`);
}
