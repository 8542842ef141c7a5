import { leastCharge } from '@shop/contracts/money';
import { paymentMessages } from '@shop/contracts/system-texts';
import type { Db } from '#db.ts';
import { DomainError } from '#platform/errors.ts';
import type { ProviderRefund } from '#platform/payment-provider.ts';
import { enqueue } from '#platform/queue.ts';
import { raiseDifference } from './queries-differences.ts';
import {
  findForRetry,
  findPayer,
  findRefund,
  insertRefund,
  lockPaymentOfProvider,
  lockPaymentOfRefund,
  lockRefundable,
  type RefundablePayment,
  updatePaymentTotals,
  updateRefund,
  updateRefundDifferencesResolved,
  updateRefundRefused,
} from './queries-refunds.ts';
import { assertRefundable, canBecome, MAX_RUNS } from './rules.ts';

/**
 * Refunds as much of a payment as is asked for, or all that is left, be it less than the provider's minimum: then the
 * provider refuses it, and it is listed. From here on our records say so; the provider is asked by a job that exists if,
 * and only if, they do.
 */
export async function requestRefund(
  tx: Db,
  paymentId: string,
  wanted: number | 'all',
  reason: string,
  retryOf?: string,
) {
  const payment = await lockRefundable(tx, paymentId);
  if (!payment) throw new Error(`There is no payment ${paymentId} to give back.`);
  const { left, currency } = payment;
  const amountMinor = wanted === 'all' ? left : wanted;
  if (amountMinor === 0) return undefined;
  if (wanted !== 'all') assertRefundable(wanted, left, currency);

  const id = await insertRefund(tx, paymentId, { amountMinor, reason, retryOf });
  await updatePaymentTotals(tx, paymentId);
  await enqueue(tx, 'refund_payment', { refundId: id }, { key: `refund:${id}`, maxAttempts: MAX_RUNS });
  return { id, amountMinor, leftBefore: left, currency };
}

/** What a refund has become, for the contexts that keep the order and write to the payer. */
export type RefundChange = Awaited<ReturnType<typeof changed>>;

/** Keeps what the provider says of a refund, in any order and as often as it is said. Nothing when that is known. */
export async function recordRefund(tx: Db, theirs: ProviderRefund): Promise<RefundChange | undefined> {
  const payment = await lockPaymentOfProvider(tx, theirs.paymentId);
  const ours = payment && (await findRefund(tx, payment.id, theirs));
  if (!payment || !ours || !canBecome(ours, theirs)) return undefined;

  await updateRefund(tx, ours.id, theirs);
  if (theirs.status === 'failed') await listOwed(tx, 'refund_failed', theirs.id, payment, ours.id);
  return changed(tx, payment, ours.id, theirs.status);
}

/** The provider will not make this refund. Nothing when it has made it after all, or the refusal is recorded. */
export async function recordRefusal(tx: Db, refundId: string, words: string): Promise<RefundChange | undefined> {
  const payment = await lockPaymentOfRefund(tx, refundId);
  if (!payment || !(await updateRefundRefused(tx, refundId, words))) return undefined;

  await listOwed(tx, 'refund_refused', refundId, payment, refundId);
  return changed(tx, payment, refundId, 'failed');
}

/** `leastMinor`: where less is left of the payment, the difference may be resolved without a refund. */
const listOwed = (tx: Db, kind: string, reference: string, { currency }: RefundablePayment, refundId: string) =>
  raiseDifference(tx, kind, reference, { leastMinor: leastCharge(currency) }, refundId);

async function changed(tx: Db, { id, orderId }: RefundablePayment, refundId: string, status: ProviderRefund['status']) {
  const paymentStatus = await updatePaymentTotals(tx, id);
  if (paymentStatus === 'refunded') await updateRefundDifferencesResolved(tx, { paymentId: id });
  return { refundId, status, orderId, paymentStatus, payer: await findPayer(tx, refundId) };
}

/**
 * Asks for a failed refund again: the same amount, or all that is left where there is no order to keep the rest for.
 * Each failed refund is asked for again once.
 */
export async function retryRefund(tx: Db, refundId: string) {
  const payment = await lockPaymentOfRefund(tx, refundId);
  const failed = payment && (await findForRetry(tx, refundId));
  if (!payment || !failed) throw new DomainError('not_found', 'refund_not_found', paymentMessages.refundNotFound);
  const { status, retried, orderStatus, reason } = failed;
  const isOwed = orderStatus === null || orderStatus === 'cancelled';
  const amountMinor = isOwed ? payment.left : Math.min(failed.amountMinor, payment.left);
  const refund =
    status === 'failed' && !retried ? await requestRefund(tx, payment.id, amountMinor, reason, refundId) : undefined;
  if (!refund) throw new DomainError('conflict', 'refund_not_retryable', paymentMessages.notRetryable);

  await updateRefundDifferencesResolved(tx, { refundId });
  return { ...refund, paymentId: payment.id, orderId: payment.orderId };
}
