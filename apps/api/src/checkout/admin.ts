import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import { PAYMENTS_SHOWN, type PaymentDifferenceQuery, type PaymentQuery } from '@shop/contracts/payments/admin-schema';
import { record } from '#audit/service.ts';
import { notifyPaymentRefunded } from '#notifications/service.ts';
import { listDifferences, lockOpenDifference, requestRefund, resolveDifference } from '#payments/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { paginate } from '#platform/http/paging.ts';
import { toIso, withIsoDate } from '#platform/timestamps.ts';
import { listPayments, lockPayment } from './admin-queries.ts';

export async function browsePayments(db: Db, query: PaymentQuery) {
  const { items, next } = paginate(await db.run(listPayments(query, PAYMENTS_SHOWN + 1)), PAYMENTS_SHOWN);
  return { payments: items.map(withIsoDate), next };
}

export async function browseDifferences(db: Db, { after }: PaymentDifferenceQuery) {
  const { items, next } = paginate(await listDifferences(db, after, PAYMENTS_SHOWN + 1), PAYMENTS_SHOWN);
  return { differences: items.map((row) => ({ ...row, foundAt: toIso(row.foundAt) })), next };
}

/**
 * Refunds a payment without an order and notifies the customer, if it has one. A second request is rejected, and so is one
 * about a difference that was resolved since: then the money may have been settled by other means.
 */
export async function refundOrphanedPayment(tx: Db, actor: Actor, id: string, differenceId?: string) {
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

export async function resolvePaymentDifference(tx: Db, actor: Actor, id: string) {
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
