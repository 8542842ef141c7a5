import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { Counter, type Registry } from '@shop/telemetry/metrics';
import { afterCommit } from '#platform/database/transaction.ts';
import { DomainError } from '#platform/errors.ts';

/** Label values that do not occur in a closed set are counted as this. */
const OTHER = 'other';

/** Codes of the errors with which a checkout cannot start. */
const CHECKOUT_REFUSALS = [
  'address_invalid',
  'address_missing',
  'cart_empty',
  'charge_refused',
  'charge_too_small',
  'client_limit',
  'dates_changed',
  'discount_invalid',
  'email_unconfirmed',
  'in_progress',
  'online_payment_off',
  'order_limit',
  'out_of_stock',
  'price_changed',
  'provider_unavailable',
  'superseded',
  'too_many_expired',
  'too_many_failures',
  'too_many_orders',
  'unit_limit',
  OTHER,
];
const LOGIN_REFUSALS = ['busy', 'challenge_expired', 'invalid_code', 'invalid_credentials', 'too_many_attempts', OTHER];

const orders = countByLabel('orders_placed_total', 'Orders placed, by payment method.', 'method', PAYMENT_METHODS);
const payments = countByLabel('payments_total', 'Payments captured or failed, and refunds processed.', 'outcome', [
  'captured',
  'failed',
  'refunded',
]);
const checkoutRefusals = countByLabel(
  'checkout_refused_total',
  'Checkouts that did not start, by error code.',
  'reason',
  CHECKOUT_REFUSALS,
);
const loginRefusals = countByLabel('logins_refused_total', 'Logins refused, by error code.', 'reason', LOGIN_REFUSALS);

/** The counters of this process start at 0 and are shared by all its registries. */
export function registerBusinessMetrics(register: Registry, which: 'all' | 'of the worker') {
  const registered = which === 'all' ? [orders, payments, checkoutRefusals, loginRefusals] : [orders, payments];
  for (const { counter } of registered) register.registerMetric(counter);
}

/** To be called in the transaction of the event: counted once that commits. */
export const countOrderPlaced = (method: string) => afterCommit(() => orders.count(method));
export const countPayment = (outcome: 'captured' | 'failed' | 'refunded') => afterCommit(() => payments.count(outcome));

export const countCheckoutRefusals = <T>(work: () => Promise<T>) => countRefusals(checkoutRefusals, work);
export const countLoginRefusals = <T>(work: () => Promise<T>) => countRefusals(loginRefusals, work);

/** Outages are not refusals: they are counted by the status of the response. */
async function countRefusals<T>({ count }: typeof loginRefusals, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) count(error.code);
    throw error;
  }
}

/** Every value is exported from the start, so that the first event is an increase and not a new series. */
function countByLabel(name: string, help: string, label: string, values: readonly string[]) {
  const counter = new Counter({ name, help, labelNames: [label], registers: [] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return { counter, count: (value: string) => counter.inc({ [label]: values.includes(value) ? value : OTHER }) };
}
