import { chargeOf } from '@shop/contracts/common/money';

export const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Divides a whole amount in proportion to the weights, by largest remainder: the shares add up to the amount. Without
 * any weight the first share is all of it. BigInt, because the products exceed the safe integers.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const total = BigInt(sumOf(weights));
  if (total === 0n) return weights.map((_weight, index) => (index === 0 ? amount : 0));
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, whole: Number(product / total), remainder: Number(product % total) };
  });
  const missing = amount - sumOf(shares.map(({ whole }) => whole));
  const largest = shares.toSorted((one, other) => other.remainder - one.remainder || one.index - other.index);
  const roundedUp = new Set(largest.slice(0, missing).map(({ index }) => index));
  return shares.map(({ index, whole }) => whole + (roundedUp.has(index) ? 1 : 0));
}

export type OrderAmounts = {
  lines: readonly { unitPriceCents: number; quantity: number }[];
  taxCents: number;
  shippingCents: number;
  discountCents: number;
  chargeMinor: number;
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
  const lineCents = lines.map(({ unitPriceCents, quantity }) => unitPriceCents * quantity);
  const weights = [taxCents, shippingCents, ...lineCents];
  const [taxMinor = 0, shippingMinor = 0, ...netMinor] = allocate(chargeMinor + discountMinor, weights);
  const lineTaxes = allocate(taxMinor, lineCents);
  return {
    discountMinor,
    taxMinor,
    shippingMinor,
    subtotalMinor: sumOf(netMinor),
    lines: lines.map(({ quantity }, index) => {
      const net = netMinor[index] ?? 0;
      return { netMinor: net, unitNetMinor: Math.round(net / quantity), taxMinor: lineTaxes[index] ?? 0 };
    }),
  };
}

/**
 * The share of each tax in a credit. Computed from the sums before and after it: the shares of all credits of an
 * invoice add up to each of its taxes, however it is divided. With one tax or two, as invoices have, none is negative.
 */
export function creditedTaxes(
  { taxesMinor, totalMinor }: { taxesMinor: readonly number[]; totalMinor: number },
  { creditedBefore, amountMinor }: { creditedBefore: number; amountMinor: number },
): number[] {
  if (totalMinor === 0) return taxesMinor.map(() => 0);
  // By rounding, the tax of an order with a discount of 100% can exceed the total by a minor unit.
  const tax = BigInt(Math.min(sumOf(taxesMinor), totalMinor));
  const upTo = (credited: number) => allocate(Number((tax * BigInt(credited)) / BigInt(totalMinor)), taxesMinor);
  const before = upTo(creditedBefore);
  return upTo(creditedBefore + amountMinor).map((share, index) => share - (before[index] ?? 0));
}
