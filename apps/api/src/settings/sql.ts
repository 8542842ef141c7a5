import { PAYMENT_RATE_STATUSES } from '@shop/contracts/settings/payment-rate';
import { basisPoints, cents, number, oneOf, orNull, text } from '#platform/database/row.ts';

/** The columns of `store_settings` that prices and charges are computed by. */
export const TERMS = {
  taxBp: basisPoints,
  standardShippingCents: cents,
  expressShippingCents: cents,
  /** Null: standard shipping always costs its price. */
  freeShippingOverCents: orNull(cents),
  paymentCurrency: text,
  paymentRate: number,
  paymentRateStatus: oneOf(PAYMENT_RATE_STATUSES),
};
