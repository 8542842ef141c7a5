import { chargeStep, toAmount } from '../common/money.ts';
import { share } from '../orders/refund.ts';

/** Amounts in dollars; the charge and what remains of it in minor units. */
type Terms = {
  subtotal: number;
  tax: number;
  shipping: number;
  discount: number;
  total: number;
  charge: { amount: number; currency: string };
  refundable: number;
  refundedPrice: number;
};
type PricedUnits = { price: number; quantity: number };

/** How a refund is made: amounts in dollars, the refund itself in minor units of the charge. */
export type RefundBreakdown = {
  /** Of the units, without discount and tax. */
  price: number;
  discount: number;
  tax: number;
  total: number;
  /** For each of the lines, in their order; they add up to the refund. */
  lines: number[];
  minor: number;
  /** Less remains of the payment than these units cost. */
  isCapped: boolean;
};

/**
 * What was paid for these units: their price, minus their share of the discount, plus their share of the tax. Each sum is
 * the difference of two shares of the whole order, from the units refunded before to those with these units, so that any
 * sequence of returns refunds what the items cost, to the minor unit, and never more. Shipping is not refunded.
 */
export function refundBreakdown(terms: Terms, lines: readonly PricedUnits[]): RefundBreakdown {
  const [subtotal, total, shipping] = [toCents(terms.subtotal), toCents(terms.total), toCents(terms.shipping)];
  const paidFor = (cents: number) => share(total - shipping, Math.min(cents, subtotal), subtotal);
  const step = chargeStep(terms.charge.currency);
  const minorFor = (cents: number) => share(terms.charge.amount / step, paidFor(cents), total) * step;

  const before = toCents(terms.refundedPrice);
  let after = before;
  let remaining = terms.refundable;
  const shares = lines.map(({ price, quantity }) => {
    const earlier = minorFor(after);
    after += toCents(price) * quantity;
    const owed = minorFor(after) - earlier;
    const refund = Math.min(owed, remaining);
    remaining -= refund;
    return { owed, refund };
  });

  const cents = paidFor(after) - paidFor(before);
  const priceCents = after - before;
  const taxed = share(toCents(terms.tax), after, subtotal) - share(toCents(terms.tax), before, subtotal);
  const tax = terms.discount === 0 ? cents - priceCents : taxed;
  return {
    price: toAmount(priceCents),
    discount: toAmount(priceCents + tax - cents),
    tax: toAmount(tax),
    total: toAmount(cents),
    lines: shares.map(({ refund }) => refund),
    minor: shares.reduce((sum, { refund }) => sum + refund, 0),
    isCapped: shares.some(({ owed, refund }) => refund < owed),
  };
}

const toCents = (amount: number) => Math.round(amount * 100);

/**
 * The provider refunds no less than its minimum and leaves no smaller rest: a smaller refund is not made, and a smaller
 * rest is refunded with the last line.
 */
export function refundableLines(lines: readonly number[], remaining: number, minimum: number) {
  const sum = lines.reduce((total, line) => total + line, 0);
  if (sum < minimum) return lines.map(() => 0);
  const rest = remaining - sum;
  const last = lines.findLastIndex((line) => line > 0);
  return rest > 0 && rest < minimum ? lines.with(last, (lines[last] ?? 0) + rest) : [...lines];
}
