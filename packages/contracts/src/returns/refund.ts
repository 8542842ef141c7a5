import { chargeStep, minimumCharge, toAmount, toCents } from '../common/money.ts';
import { share } from '../orders/refund.ts';

/** Amounts in dollars; the charge, what remains of it and what was refunded in minor units. */
type Terms = {
  subtotal: number;
  tax: number;
  shipping: number;
  discount: number;
  total: number;
  charge: { amount: number; currency: string };
  paidOnline: boolean;
  refundable: number;
  refundedPrice: number;
  shippingRefunded?: boolean;
  /** Absent from an older API: as much as they cost. */
  refundedMinor?: number;
};
type PricedUnits = { price: number; quantity: number };
type Options = { shipping?: boolean; byOtherMeans?: boolean };

/** How a refund is made: amounts in dollars, the refund itself in minor units of the charge. */
export type RefundBreakdown = {
  /** Of the units, without discount and tax. */
  price: number;
  discount: number;
  tax: number;
  total: number;
  /** Owed since an earlier refund; negative: refunded with it already. In minor units, part of `minor`. */
  carried: number;
  /** For each of the lines, in their order; with shipping they add up to the refund. */
  lines: number[];
  shipping: number;
  minor: number;
  /** Less remains of the payment than is owed. */
  isCapped: boolean;
  /** The payment provider refunds no less than its minimum, so that this is paid by other means. */
  isBelowMinimum: boolean;
};

/**
 * What is owed for these units, for page, preview and API alike: what was paid for all units refunded so far and these,
 * minus what was refunded for those. So any sequence of refunds pays what one of all the units would, to the minor unit,
 * also after one that paid more or less than its share. Shipping is refunded if it is chosen, and then all units and
 * shipping are the whole charge.
 */
export function refundBreakdown(
  terms: Terms,
  lines: readonly PricedUnits[],
  { shipping: withShipping = false, byOtherMeans = !terms.paidOnline }: Options = {},
): RefundBreakdown {
  const [subtotal, total, shipping] = [toCents(terms.subtotal), toCents(terms.total), toCents(terms.shipping)];
  const paidFor = (cents: number) => share(total - shipping, Math.min(cents, subtotal), subtotal);
  const step = chargeStep(terms.charge.currency);
  const minorFor = (cents: number, isShippingRefunded = terms.shippingRefunded ?? false) =>
    share(terms.charge.amount / step, paidFor(cents) + (isShippingRefunded ? shipping : 0), total) * step;

  const before = toCents(terms.refundedPrice);
  let after = before;
  let refunded = terms.refundedMinor ?? minorFor(before);
  let remaining = terms.refundable;
  const shares = lines.map(({ price, quantity }) => {
    after += toCents(price) * quantity;
    const owed = Math.max(0, minorFor(after) - refunded);
    const refund = Math.min(owed, remaining);
    refunded += owed;
    remaining -= refund;
    return { owed, refund };
  });
  const shippingRefund = withShipping ? Math.min(Math.max(0, minorFor(after, true) - refunded), remaining) : 0;
  const minor = shares.reduce((sum, { refund }) => sum + refund, shippingRefund);

  const cents = paidFor(after) - paidFor(before);
  const priceCents = after - before;
  const taxed = share(toCents(terms.tax), after, subtotal) - share(toCents(terms.tax), before, subtotal);
  const tax = terms.discount === 0 ? cents - priceCents : taxed;
  return {
    price: toAmount(priceCents),
    discount: toAmount(priceCents + tax - cents),
    tax: toAmount(tax),
    total: toAmount(cents),
    carried: shares.reduce((sum, { owed }) => sum + owed, 0) - (minorFor(after) - minorFor(before)),
    lines: shares.map(({ refund }) => refund),
    shipping: shippingRefund,
    minor,
    isCapped: shares.some(({ owed, refund }) => refund < owed),
    isBelowMinimum: !byOtherMeans && minor > 0 && minor < minimumCharge(terms.charge.currency),
  };
}
