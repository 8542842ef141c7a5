import type { Account } from './account.ts';
import { freshId, type Notes, type Payment, type Refund, unixNow } from './entities.ts';
import { assertMinimum, ProviderError } from './errors.ts';
import type { Provider, Step } from './provider.ts';
import type { Records } from './records.ts';

type NewRefund = { amount?: number; speed?: 'normal' | 'optimum'; notes?: Notes; receipt?: string | null };

const KEY = /^[\w-]{10,}$/;

export type Refunds = ReturnType<typeof createRefunds>;

export function createRefunds(records: Records, act: Provider['act'], account: Account) {
  /** Full or partial refund. The same idempotency key with the same request refunds once. */
  function create(paymentId: string, input: NewRefund, key?: string) {
    const request = JSON.stringify([paymentId, input]);
    if (key !== undefined && !KEY.test(key)) throw new ProviderError('The idempotency key is invalid.');
    const before = key === undefined ? undefined : records.refundKeys.get(key);
    if (before && before.request !== request)
      throw new ProviderError('Different request with the same idempotency key has already been processed.');
    if (before) return records.refund(before.refund_id);

    const payment = records.payment(paymentId);
    const refund = pendingRefund(payment, refundable(payment, input.amount), input);
    account.assertCovers(refund.amount);
    account.credit(-refund.amount);
    const idempotency = key === undefined ? undefined : { key, request, refund_id: refund.id };
    const refunded = afterRefund(payment, refund.amount);
    const { refundOutcome: outcome } = account.state;
    act([
      { what: 'refund.created', refund, payment: refunded, idempotency, raise: ['refund.created'] },
      ...(outcome === 'pending' ? [] : [finished(refund, refunded, outcome)]),
    ]);
    if (outcome === 'failed') account.credit(refund.amount);
    return records.refund(refund.id);
  }

  /** A pending refund is processed or fails; a processed one can still fail, when the bank returns it. */
  function finish(id: string, status: 'processed' | 'failed') {
    const refund = records.refund(id);
    if (refund.status === status || refund.status === 'failed')
      throw new ProviderError(`The refund is ${refund.status} already`);
    act([finished(refund, records.payment(refund.payment_id), status)]);
    if (status === 'failed') account.credit(refund.amount);
    return records.refund(id);
  }

  /** Automatic refund of an authorized payment that was never captured. */
  function refundUncaptured(paymentId: string) {
    const payment = records.payment(paymentId);
    if (payment.status !== 'authorized') throw new ProviderError('Only authorized payments are refunded automatically');
    const refund = pendingRefund(payment, payment.amount, {});
    const refunded = afterRefund(payment, payment.amount);
    act([
      { what: 'refund.created', refund, payment: refunded, raise: ['refund.created'] },
      finished(refund, refunded, 'processed'),
    ]);
    return records.payment(paymentId);
  }

  return { create, finish, refundUncaptured };
}

function finished(refund: Refund, payment: Payment, status: 'processed' | 'failed'): Step {
  const what = `refund.${status}` as const;
  const after = status === 'failed' ? afterRefund(payment, -refund.amount) : payment;
  return { what, refund: { ...refund, status }, payment: after, raise: [what] };
}

function pendingRefund(payment: Payment, amount: number, input: NewRefund): Refund {
  return {
    id: `rfnd_${freshId()}`,
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: input.notes ?? [],
    receipt: input.receipt ?? null,
    acquirer_data: { arn: null },
    created_at: unixNow(),
    batch_id: null,
    status: 'pending',
    speed_requested: input.speed ?? 'normal',
    speed_processed: 'normal',
  };
}

function refundable(payment: Payment, requested: number | undefined) {
  if (payment.status === 'refunded') throw new ProviderError('The payment has been fully refunded already');
  if (payment.status !== 'captured')
    throw new ProviderError('The payment status should be captured for action to be taken');
  const remaining = payment.amount - payment.amount_refunded;
  const amount = requested ?? remaining;
  assertMinimum(amount, payment.currency);
  if (amount > remaining)
    throw new ProviderError('The refund amount provided is greater than amount captured', { field: 'amount' });
  return amount;
}

/** A negative amount reverts a failed refund. */
function afterRefund(payment: Payment, amount: number): Payment {
  const amount_refunded = payment.amount_refunded + amount;
  if (amount_refunded === payment.amount)
    return { ...payment, amount_refunded, status: 'refunded', refund_status: 'full' };
  const status = payment.captured ? 'captured' : 'authorized';
  return { ...payment, amount_refunded, status, refund_status: amount_refunded === 0 ? null : 'partial' };
}
