import { lesser, type Minor, minimumCharge, minor } from '@shop/contracts/common/money';
import type { RefundMethod } from '@shop/contracts/orders/constants';
import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import { countPayment } from '#platform/business-metrics.ts';
import type { ProviderRefund } from '#platform/clients/payment-provider.ts';
import type { Db } from '#platform/database/db.ts';
import { isDryRun, recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { insertDifference, isListed, raiseDifference } from './difference-queries.ts';
import {
  findCapturedPayment,
  findForRetry,
  findPayer,
  findRefund,
  findRefundRecipient,
  insertCashRefund,
  insertRefund,
  lockPaymentOfProvider,
  lockPaymentOfRefund,
  lockRefundable,
  type RefundablePayment,
  updateOwedResolved,
  updatePaymentTotals,
  updateRefund,
  updateRefundedResolved,
  updateRefundRejected,
  updateUnsentRejected,
} from './refund-queries.ts';
import { assertRefundable, canBecome, MAX_RUNS } from './rules.ts';

type Request = { method?: RefundMethod; retryOf?: string };

/**
 * Refunds the requested amount of a payment, or all that remains, even below the provider's minimum: then the provider
 * rejects it, and it is listed. The refund is stored together with the job that requests it from the provider. One that
 * staff have paid by other means is only stored.
 */
export async function requestRefund(
  tx: Db,
  paymentId: string,
  requested: Minor | 'all',
  reason: string,
  { method = 'provider', retryOf }: Request = {},
) {
  const payment = await lockRefundable(tx, paymentId);
  if (!payment) throw new Error(`There is no payment ${paymentId} to refund.`);
  const { left: remaining, currency } = payment;
  const amountMinor = requested === 'all' ? remaining : requested;
  if (amountMinor === 0) return undefined;
  if (requested !== 'all') assertRefundable(requested, remaining, currency, method);

  const { id } = await tx.run(insertRefund(paymentId, { amountMinor, reason, method, retryOf }));
  const totals = await tx.run(updatePaymentTotals(paymentId));
  if (totals?.status === 'refunded') await tx.run(updateRefundedResolved(paymentId));
  if (method === 'provider')
    await enqueue(tx, 'refund_payment', { refundId: id }, { key: `refund:${id}`, maxAttempts: MAX_RUNS });
  if (isDryRun()) await recordRefundEffects(tx, { id, amountMinor, currency });
  return { id, amountMinor, remainingBefore: remaining, currency };
}

type NewRefund = { id: string; amountMinor: Minor; currency: string };

/** The email is queued when the provider reports the result. */
async function recordRefundEffects(tx: Db, { id, amountMinor, currency }: NewRefund) {
  const recipient = await tx.run(findRefundRecipient(id));
  recordEffect({ kind: 'refund', amountMinor, currency, customer: recipient?.name ?? null });
  recordEffect({ kind: 'email', count: recipient?.receivesEmail ? 1 : 0 });
}

/** The same for the captured payment of an order; undefined if it has none, or nothing remains. */
export async function requestOrderRefund(
  tx: Db,
  orderId: string,
  requested: Minor | 'all',
  reason: string,
  method?: RefundMethod,
) {
  const payment = await tx.run(findCapturedPayment(orderId));
  return payment && requestRefund(tx, payment.id, requested, reason, { method });
}

type CashRefund = { amountMinor: Minor; currency: string; remaining: Minor; reason: string; method: RefundMethod };

/** What staff paid back of an order that was paid in cash. For callers that hold the lock of the order. */
export async function recordCashRefund(
  tx: Db,
  orderId: string,
  { amountMinor, currency, remaining, reason, method }: CashRefund,
) {
  assertRefundable(amountMinor, remaining, currency, method);
  const { id } = await tx.run(insertCashRefund(orderId, { amountMinor, reason, method }));
  if (isDryRun()) await recordRefundEffects(tx, { id, amountMinor, currency });
  return { id, amountMinor, remainingBefore: remaining, currency };
}

/** A refund's new status, for the contexts that update the order and notify the customer. */
export type RefundChange = Awaited<ReturnType<typeof refundChangeOf>>;

/**
 * Records a refund as the provider reports it, in any order and any number of times. Undefined if that is known, or the
 * payment is not captured here.
 */
export async function recordRefund(tx: Db, theirs: ProviderRefund): Promise<RefundChange | undefined> {
  const payment = await lockPaymentOfProvider(tx, theirs.paymentId);
  if (!payment) return undefined;
  const ours = await tx.run(findRefund(payment.id, theirs));
  if (!ours) return theirs.status === 'failed' ? undefined : recordRefundedElsewhere(tx, payment, theirs);
  if (!canBecome(ours, theirs)) return undefined;

  await tx.run(updateRefund(ours.id, theirs));
  if (theirs.status === 'failed') await listOwed(tx, 'refund_failed', theirs.id, payment, ours.id);
  return refundChangeOf(tx, payment, ours.id, theirs.status);
}

/**
 * A refund that was made on the provider's dashboard. Without a payer, so that no notification is sent: informing the
 * customer, also of a refund of ours that it replaces, is up to the staff member who made it. The provider refunds no more than was paid, so if it exceeds what
 * remains, our refunds that were not sent yet would be rejected. If staff have paid it by other means before, it was paid
 * twice: that is listed, and not recorded as a refund, of which there is never more than the payment.
 */
async function recordRefundedElsewhere(tx: Db, payment: RefundablePayment, theirs: ProviderRefund) {
  const { amountMinor, paymentId } = theirs;
  const isTooMuch = amountMinor > payment.left;
  // Reported again: what remains, and the refunds of ours that were requested since, take it into account.
  if (isTooMuch && (await isListed(tx, 'refunded_twice', theirs.id))) return undefined;
  const rejected = isTooMuch ? await tx.run(updateUnsentRejected(payment.id, paymentMessages.refundConflict)) : [];
  for (const { id } of rejected) await listOwed(tx, 'refund_rejected', id, payment, id);
  const { left = minor(0) } = (await lockRefundable(tx, payment.id)) ?? {};
  if (amountMinor > left) {
    await tx.run(insertDifference('refunded_twice', theirs.id, { paymentId, refundMinor: amountMinor }));
    const [first] = rejected;
    return first && { ...(await refundChangeOf(tx, payment, first.id, 'failed')), payer: undefined };
  }
  const { id } = await tx.run(
    insertRefund(payment.id, {
      amountMinor,
      reason: paymentMessages.refundedElsewhere,
      providerRefund: theirs,
    }),
  );
  await tx.run(raiseDifference('refunded_elsewhere', theirs.id, {}, id));
  return { ...(await refundChangeOf(tx, payment, id, theirs.status)), payer: undefined, isElsewhere: true };
}

/** The provider rejected this refund. Undefined if it has made it after all, or the rejection is recorded. */
export async function recordRefundRejection(
  tx: Db,
  refundId: string,
  message: string,
): Promise<RefundChange | undefined> {
  const payment = await lockPaymentOfRefund(tx, refundId);
  if (!payment || (await tx.run(updateRefundRejected(refundId, message))) === 0) return undefined;

  await listOwed(tx, 'refund_rejected', refundId, payment, refundId);
  return refundChangeOf(tx, payment, refundId, 'failed');
}

/** `minimumMinor`: if less remains of the payment, the difference can be resolved without a refund. */
const listOwed = (tx: Db, kind: string, reference: string, { currency }: RefundablePayment, refundId: string) =>
  tx.run(raiseDifference(kind, reference, { minimumMinor: minimumCharge(currency) }, refundId));

async function refundChangeOf(
  tx: Db,
  { id, orderId }: RefundablePayment,
  refundId: string,
  status: ProviderRefund['status'],
) {
  const paymentStatus = (await tx.run(updatePaymentTotals(id)))?.status;
  if (status === 'processed') countPayment('refunded');
  if (paymentStatus === 'refunded') await tx.run(updateRefundedResolved(id));
  return { refundId, status, orderId, paymentStatus, payer: await findPayer(tx, refundId), isElsewhere: false };
}

/**
 * Requests a failed refund again: the same amount, or all that remains if there is no order, or a cancelled one. Each
 * failed refund can be retried once.
 */
export async function retryRefund(tx: Db, refundId: string) {
  const payment = await lockPaymentOfRefund(tx, refundId);
  const failed = payment && (await tx.run(findForRetry(refundId)));
  if (!payment || !failed) throw new DomainError('not_found', 'refund_not_found', paymentMessages.refundNotFound);
  const { status, retried, orderStatus, reason } = failed;
  const isOwed = orderStatus === null || orderStatus === 'cancelled';
  const amountMinor = isOwed ? payment.left : lesser(failed.amountMinor, payment.left);
  const refund =
    status === 'failed' && !retried
      ? await requestRefund(tx, payment.id, amountMinor, reason, { retryOf: refundId })
      : undefined;
  if (!refund) throw new DomainError('conflict', 'refund_not_retryable', paymentMessages.notRetryable);

  await tx.run(updateOwedResolved(refundId));
  return { ...refund, paymentId: payment.id, orderId: payment.orderId };
}
