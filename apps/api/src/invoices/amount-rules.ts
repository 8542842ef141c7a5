import {
  type Cents,
  chargeOf,
  lesser,
  type Minor,
  minor,
  minus,
  plus,
  sumOf,
  times,
} from '@shop/contracts/common/money';

/**
 * Divides a whole amount in proportion to the weights, by largest remainder: the shares add up to the amount. Without
 * any weight the first share is all of it. BigInt, because the products exceed the safe integers.
 */
export function allocate(amount: Minor, weights: readonly number[]): Minor[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) return weights.map((_weight, index) => (index === 0 ? amount : minor(0)));
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, whole: Number(product / total), remainder: Number(product % total) };
  });
  const missing = amount - shares.reduce((sum, { whole }) => sum + whole, 0);
  const largest = shares.toSorted((one, other) => other.remainder - one.remainder || one.index - other.index);
  const roundedUp = new Set(largest.slice(0, missing).map(({ index }) => index));
  return shares.map(({ index, whole }) => minor(whole + (roundedUp.has(index) ? 1 : 0)));
}

export type OrderAmounts = {
  lines: readonly { unitPriceCents: Cents; quantity: number }[];
  taxCents: Cents;
  shippingCents: Cents;
  discountCents: Cents;
  chargeMinor: Minor;
  chargeCurrency: string;
  chargeRate: number;
};

/**
 * The amounts of an order in minor units of the currency charged. Each is converted by itself, so the charge is divided
 * among them: lines + tax + shipping − discount is exactly what was charged.
 */
export function chargedAmounts(order: OrderAmounts) {
  const { lines, taxCents, shippingCents, discountCents, chargeMinor, chargeCurrency, chargeRate } = order;
  const discountMinor = chargeOf(discountCents, { paymentCurrency: chargeCurrency, paymentRate: chargeRate });
  const lineCents = lines.map(({ unitPriceCents, quantity }) => times(unitPriceCents, quantity));
  const weights = [taxCents, shippingCents, ...lineCents];
  const [taxMinor = minor(0), shippingMinor = minor(0), ...netMinor] = allocate(
    plus(chargeMinor, discountMinor),
    weights,
  );
  const lineTaxes = allocate(taxMinor, lineCents);
  return {
    discountMinor,
    taxMinor,
    shippingMinor,
    subtotalMinor: sumOf(netMinor),
    lines: lines.map(({ quantity }, index) => {
      const net = netMinor[index] ?? minor(0);
      const unitNetMinor = minor(Math.round(net / quantity));
      return { netMinor: net, unitNetMinor, taxMinor: lineTaxes[index] ?? minor(0) };
    }),
  };
}

/**
 * The share of each tax in a credit. Computed from the sums before and after it: the shares of all credits of an
 * invoice add up to each of its taxes, however it is divided. With one tax or two, as invoices have, none is negative.
 */
export function creditedTaxes(
  { taxesMinor, totalMinor }: { taxesMinor: readonly Minor[]; totalMinor: Minor },
  { creditedBefore, amountMinor }: { creditedBefore: Minor; amountMinor: Minor },
): Minor[] {
  if (totalMinor === 0) return taxesMinor.map(() => minor(0));
  // By rounding, the tax of an order with a discount of 100% can exceed the total by a minor unit.
  const tax = BigInt(lesser(sumOf(taxesMinor), totalMinor));
  const upTo = (credited: Minor) => allocate(minor(Number((tax * BigInt(credited)) / BigInt(totalMinor))), taxesMinor);
  const before = upTo(creditedBefore);
  return upTo(plus(creditedBefore, amountMinor)).map((share, index) => minus(share, before[index] ?? minor(0)));
}
