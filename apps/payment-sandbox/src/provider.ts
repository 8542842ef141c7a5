/** The provider's logic. Each action is synchronous, so actions cannot interleave. */
import type { Account } from './account.ts';
import { type Capture, freshId, type Notes, type Order, type Payment, unixNow } from './entities.ts';
import { ProviderError } from './errors.ts';
import { type Failure, type Instrument, paymentDetails } from './instruments.ts';
import type { Fact } from './ledger.ts';
import type { Records } from './records.ts';
import { type EventName, webhookEvent } from './webhooks/events.ts';
import type { WebhookSender } from './webhooks/sender.ts';

export type Provider = ReturnType<typeof createProvider>;
export type Step = Fact & { raise?: EventName[] };

type NewOrder = { amount: number; currency: string; receipt?: string | null; notes?: Notes; capture?: Capture };
type NewPayment = {
  orderId: string;
  instrument: Instrument;
  /** Amount and currency sent by the store's page; rejected if they differ from the order. */
  claimed?: { amount?: number; currency?: string };
  description?: string | null;
  email?: string | null;
  contact?: string | null;
  notes?: Notes;
  /** Pays an order that is already paid, as with a late authorization by a bank. */
  surplus?: boolean;
};

const ALREADY_PAID =
  'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.';
const OTHER_AMOUNT =
  'Your payment amount is different from your order amount. To pay successfully, please try using right amount.';

export function createProvider(records: Records, webhookSender: WebhookSender, account: Account, capture: Capture) {
  /** Writes everything to the ledger before webhooks and responses are sent. */
  function act(steps: Step[]) {
    const facts = steps.flatMap(({ raise = [], ...fact }): Fact[] => [
      fact,
      ...raise.map((name) => ({
        what: 'webhook.raised' as const,
        event: webhookEvent(name, fact, account.state.webhookSecret),
      })),
    ]);
    records.record(facts);
    webhookSender.send(facts.flatMap((fact) => fact.event ?? []));
  }

  function createOrder(input: NewOrder) {
    const order: Order = {
      id: `order_${freshId()}`,
      entity: 'order',
      amount: input.amount,
      amount_paid: 0,
      amount_due: input.amount,
      currency: input.currency,
      receipt: input.receipt ?? null,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: input.notes ?? [],
      created_at: unixNow(),
      capture: input.capture ?? capture,
    };
    act([{ what: 'order.created', order }]);
    return order;
  }

  /** The order, if the store's page can pay it. */
  function payableOrder(id: string, claimed: NewPayment['claimed'], surplus = false) {
    const order = records.order(id);
    const { amount = order.amount, currency = order.currency } = claimed ?? {};
    if (amount !== order.amount || currency !== order.currency)
      throw new ProviderError(OTHER_AMOUNT, { field: 'amount' });
    if (surplus) return order;
    if (order.status === 'paid') throw new ProviderError(ALREADY_PAID);
    if (records.paymentsOf(id).some((payment) => payment.status === 'authorized'))
      throw new ProviderError('Payment already done for this order.');
    return order;
  }

  function startPayment(input: NewPayment) {
    const order = payableOrder(input.orderId, input.claimed, input.surplus);
    const payment: Payment = {
      id: `pay_${freshId()}`,
      entity: 'payment',
      amount: order.amount,
      currency: order.currency,
      status: 'created',
      order_id: order.id,
      invoice_id: null,
      international: false,
      amount_refunded: 0,
      refund_status: null,
      captured: false,
      description: input.description ?? null,
      ...paymentDetails(input.instrument),
      email: input.email ?? null,
      contact: input.contact ?? null,
      notes: input.notes ?? [],
      fee: null,
      tax: null,
      ...NO_ERROR,
      acquirer_data: {},
      created_at: unixNow(),
    };
    const status = order.status === 'paid' ? 'paid' : 'attempted';
    act([{ what: 'payment.created', payment, order: { ...order, status, attempts: order.attempts + 1 } }]);
    return payment;
  }

  function failPayment(id: string, { code, reason, description }: Failure) {
    const payment: Payment = {
      ...unfinished(id),
      status: 'failed',
      error_code: code,
      error_description: description,
      error_source: 'bank',
      error_step: 'payment_authorization',
      error_reason: reason,
    };
    act([{ what: 'payment.failed', payment, raise: ['payment.failed'] }]);
    return payment;
  }

  /** A late authorization by the bank (`late`) also accepts a failed payment. */
  function authorizePayment(id: string, { capture = true, surplus = false, late = false } = {}) {
    const payment: Payment = {
      ...(late ? unauthorized(id) : unfinished(id)),
      ...NO_ERROR,
      status: 'authorized',
      acquirer_data: { rrn: freshId() },
    };
    const order = records.order(payment.order_id);
    // A second successful payment of an order is not captured; the provider would refund it after days.
    const captures = capture && order.capture === 'automatic' && (surplus || order.status !== 'paid');
    const authorized: Step = { what: 'payment.authorized', payment, raise: ['payment.authorized'] };
    act(captures ? [authorized, captured(payment, order)] : [authorized]);
    if (captures) account.credit(payment.amount);
    return records.payment(id);
  }

  function capturePayment(id: string, amount: number, currency = 'INR') {
    const payment = records.payment(id);
    const order = records.order(payment.order_id);
    if (payment.captured) throw new ProviderError('This payment has already been captured');
    if (payment.status !== 'authorized')
      throw new ProviderError('Only payments which have been authorized and not yet captured can be captured');
    if (order.status === 'paid') throw new ProviderError(ALREADY_PAID);
    if (amount !== payment.amount || currency !== payment.currency)
      throw new ProviderError('Capture amount must be equal to the amount authorized', { field: 'amount' });
    act([captured(payment, order)]);
    account.credit(payment.amount);
    return records.payment(id);
  }

  function unfinished(id: string) {
    const payment = records.payment(id);
    if (payment.status !== 'created') throw new ProviderError('This payment has already been processed');
    return payment;
  }

  function unauthorized(id: string) {
    return records.payment(id).status === 'failed' ? records.payment(id) : unfinished(id);
  }

  return { act, createOrder, payableOrder, startPayment, failPayment, authorizePayment, capturePayment };
}

const NO_ERROR = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

function captured(payment: Payment, order: Order): Step {
  return {
    what: 'payment.captured',
    payment: { ...payment, status: 'captured', captured: true, fee: Math.round(payment.amount * 0.02), tax: 0 },
    order: { ...order, status: 'paid', amount_paid: order.amount, amount_due: 0 },
    raise: order.status === 'paid' ? ['payment.captured'] : ['payment.captured', 'order.paid'],
  };
}
