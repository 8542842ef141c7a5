import type { Books } from './books.ts';
import { freshId, type Notes, type Payment, type Refund, unixNow } from './entities.ts';
import { Refusal } from './errors.ts';
import type { Provider } from './provider.ts';

type NewRefund = { amount?: number; speed?: 'normal' | 'optimum'; notes?: Notes; receipt?: string | null };

const KEY = /^[\w-]{10,}$/;

/** Gives money back: all that is left, or a part of it. The same key with the same request gives it back once. */
export function refundPayment(books: Books, act: Provider['act'], paymentId: string, input: NewRefund, key?: string) {
  const request = JSON.stringify([paymentId, input]);
  if (key !== undefined && !KEY.test(key)) throw new Refusal('The idempotency key is invalid.');
  const before = key === undefined ? undefined : books.refundKeys.get(key);
  if (before && before.request !== request)
    throw new Refusal('Different request with the same idempotency key has already been processed.');
  if (before) return books.refund(before.refund_id);

  const payment = books.payment(paymentId);
  const amount = refundable(payment, input.amount);
  const refund: Refund = {
    id: `rfnd_${freshId()}`,
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: paymentId,
    notes: input.notes ?? [],
    receipt: input.receipt ?? null,
    acquirer_data: { arn: null },
    created_at: unixNow(),
    batch_id: null,
    status: 'pending',
    speed_requested: input.speed ?? 'normal',
    speed_processed: 'normal',
  };
  const processed: Refund = { ...refund, status: 'processed' };
  const refunded = afterRefund(payment, amount);
  const idempotency = key === undefined ? undefined : { key, request, refund_id: refund.id };
  act([
    { what: 'refund.created', refund, payment: refunded, idempotency, tell: ['refund.created'] },
    { what: 'refund.processed', refund: processed, payment: refunded, tell: ['refund.processed'] },
  ]);
  return processed;
}

function refundable(payment: Payment, asked: number | undefined) {
  if (payment.status === 'refunded') throw new Refusal('The payment has been fully refunded already');
  if (payment.status !== 'captured') throw new Refusal('The payment status should be captured for action to be taken');
  const left = payment.amount - payment.amount_refunded;
  const amount = asked ?? left;
  if (amount > left)
    throw new Refusal('The refund amount provided is greater than amount captured', { field: 'amount' });
  return amount;
}

function afterRefund(payment: Payment, amount: number): Payment {
  const amount_refunded = payment.amount_refunded + amount;
  return amount_refunded === payment.amount
    ? { ...payment, amount_refunded, status: 'refunded', refund_status: 'full' }
    : { ...payment, amount_refunded, refund_status: 'partial' };
}
