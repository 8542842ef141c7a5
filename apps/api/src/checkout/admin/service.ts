import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import { PAYMENTS_SHOWN, type PaymentQuery } from '@shop/contracts/payments/admin-schema';
import { record } from '#audit/service.ts';
import { notifyPaymentRefunded } from '#notifications/service.ts';
import { listDifferences, requestRefund, resolveDifference } from '#payments/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { paginate } from '#platform/http/paging.ts';
import { toIso, withIsoDate } from '#platform/timestamps.ts';
import { listPayments, lockPayment } from './queries.ts';

const DIFFERENCES_SHOWN = 100;

export async function browsePayments(db: Db, query: PaymentQuery) {
  const { items, next } = paginate(await listPayments(db, query, PAYMENTS_SHOWN + 1), PAYMENTS_SHOWN);
  return { payments: items.map(withIsoDate), next };
}

export async function openDifferences(db: Db) {
  const rows = await listDifferences(db, DIFFERENCES_SHOWN);
  return rows.map((row) => ({ ...row, foundAt: toIso(row.foundAt) }));
}

/** Refunds a payment without an order and notifies the customer. A second request is rejected. */
export async function refundOrphanedPayment(tx: Db, actor: Actor, id: string) {
  const payment = await lockPayment(tx, id);
  if (!payment) throw new DomainError('not_found', 'payment_not_found', paymentMessages.notFound);
  const refund =
    payment.orderId === null && payment.status === 'captured'
      ? await requestRefund(tx, id, 'all', paymentMessages.reason)
      : undefined;
  if (!refund) throw new DomainError('conflict', 'payment_not_orphaned', paymentMessages.paymentNotOrphaned);

  const { userId, currency } = payment;
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
