import {
  type Amount,
  atLeastZero,
  type Cents,
  lesser,
  type Minor,
  minimumCharge,
  minor,
  minus,
  plus,
  share,
  shareOfCharge,
  sumOf,
  times,
  toAmount,
  toCents,
} from '../common/money.ts';

type Terms = {
  subtotal: Amount;
  tax: Amount;
  shipping: Amount;
  discount: Amount;
  total: Amount;
  charge: { amount: Minor; currency: string };
  paidOnline: boolean;
  refundable: Minor;
  refundedPrice: Amount;
  shippingRefunded?: boolean;
  /** Absent from an older API: as much as they cost. */
  refundedMinor?: Minor;
};
type PricedUnits = { price: Amount; quantity: number };
type Options = { shipping?: boolean; byOtherMeans?: boolean };

/** How a refund is made. */
export type RefundBreakdown = {
  /** Of the units, without discount and tax. */
  price: Amount;
  discount: Amount;
  tax: Amount;
  total: Amount;
  /** Owed since an earlier refund; negative: refunded with it already. Part of `minor`. */
  carried: Minor;
  /** For each of the lines, in their order; with shipping they add up to the refund. */
  lines: Minor[];
  shipping: Minor;
  minor: Minor;
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
  const paidFor = (price: Cents) => share(minus(total, shipping), lesser(price, subtotal), subtotal);
  const minorFor = (price: Cents, isShippingRefunded = terms.shippingRefunded ?? false) => {
    const paid = isShippingRefunded ? plus(paidFor(price), shipping) : paidFor(price);
    return shareOfCharge(terms.charge, paid, total);
  };

  const before = toCents(terms.refundedPrice);
  let after = before;
  let refunded = terms.refundedMinor ?? minorFor(before);
  let remaining = terms.refundable;
  const shares = lines.map(({ price, quantity }) => {
    after = plus(after, times(toCents(price), quantity));
    const owed = atLeastZero(minus(minorFor(after), refunded));
    const refund = lesser(owed, remaining);
    refunded = plus(refunded, owed);
    remaining = minus(remaining, refund);
    return { owed, refund };
  });
  const shippingRefund = withShipping
    ? lesser(atLeastZero(minus(minorFor(after, true), refunded)), remaining)
    : minor(0);
  const refund = sumOf([shippingRefund, ...shares.map((line) => line.refund)]);

  const paid = minus(paidFor(after), paidFor(before));
  const price = minus(after, before);
  const taxOf = (part: Cents) => share(toCents(terms.tax), part, subtotal);
  const tax = terms.discount === 0 ? minus(paid, price) : minus(taxOf(after), taxOf(before));
  return {
    price: toAmount(price),
    discount: toAmount(minus(plus(price, tax), paid)),
    tax: toAmount(tax),
    total: toAmount(paid),
    carried: minus(sumOf(shares.map(({ owed }) => owed)), minus(minorFor(after), minorFor(before))),
    lines: shares.map((line) => line.refund),
    shipping: shippingRefund,
    minor: refund,
    isCapped: shares.some((line) => line.refund < line.owed),
    isBelowMinimum: !byOtherMeans && refund > 0 && refund < minimumCharge(terms.charge.currency),
  };
}
