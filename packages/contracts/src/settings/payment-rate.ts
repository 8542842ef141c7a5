import { STORE_CURRENCY } from '../common/money.ts';

/** Whether an owner has set or confirmed the exchange rate. `assumed`: not yet, but the store sells at it already. */
export const PAYMENT_RATE_STATUSES = ['unconfirmed', 'assumed', 'confirmed'] as const;
export type PaymentRateStatus = (typeof PAYMENT_RATE_STATUSES)[number];

export type Rate = { paymentCurrency: string; paymentRate: number; paymentRateStatus: PaymentRateStatus };

/** At a rate that no owner has decided on, $92 could be sold for ₹92. */
export const takesOnlinePayments = ({ paymentCurrency, paymentRateStatus }: Omit<Rate, 'paymentRate'>) =>
  paymentCurrency === STORE_CURRENCY || paymentRateStatus !== 'unconfirmed';

/** An owner should set or confirm the rate. */
export const needsConfirmation = ({ paymentCurrency, paymentRateStatus }: Omit<Rate, 'paymentRate'>) =>
  paymentCurrency !== STORE_CURRENCY && paymentRateStatus !== 'confirmed';

/**
 * After a save of the settings. Setting a rate confirms it, except a rate of 1, with which every store begins. A new
 * currency needs a rate of its own.
 */
export function rateStatusAfter(before: Rate, after: Omit<Rate, 'paymentRateStatus'>, confirmed = false) {
  if (confirmed) return 'confirmed';
  const isSet = after.paymentRate !== before.paymentRate;
  if (isSet && after.paymentRate !== 1) return 'confirmed';
  return isSet || after.paymentCurrency !== before.paymentCurrency ? 'unconfirmed' : before.paymentRateStatus;
}
