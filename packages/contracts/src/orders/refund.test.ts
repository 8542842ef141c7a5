import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basisPoints, cents, chargeInput, chargeOf, minor, toAmount, toMinorUnits, totalsOf } from '../common/money.ts';
import { refundOf } from './refund.ts';

const item = fc.record({
  price: fc.integer({ min: 0, max: 50_000_000 }).map(cents),
  quantity: fc.integer({ min: 1, max: 20 }),
});
const terms = fc.record({
  taxBp: fc.integer({ min: 0, max: 3_000 }).map(basisPoints),
  discountBp: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
  shippingCents: fc.integer({ min: 0, max: 100_000 }).map(cents),
  currency: fc.constantFrom('INR', 'USD', 'JPY', 'KWD'),
  rate: fc.integer({ min: 1, max: 20_000_000_000 }).map((units) => units / 100_000_000),
});

/** An order as the checkout calculates it, of which nothing is refunded. */
const order = fc.tuple(fc.array(item, { minLength: 1, maxLength: 5 }), terms).map(([lines, agreed]) => {
  const totals = totalsOf(
    lines.map(({ price, quantity }) => ({ unitPriceCents: price, quantity })),
    agreed,
  );
  const amount = chargeOf(totals.totalCents, { paymentCurrency: agreed.currency, paymentRate: agreed.rate });
  return {
    items: lines.map(({ price, quantity }, index) => ({ id: String(index), price: toAmount(price), quantity })),
    subtotal: toAmount(totals.subtotalCents),
    shipping: toAmount(totals.shippingCents),
    total: toAmount(totals.totalCents),
    charge: { amount, currency: agreed.currency },
    refundable: amount,
  };
});
const units = fc
  .array(fc.nat(20), { minLength: 5, maxLength: 5 })
  .map((counts) => Object.fromEntries(counts.map((count, index) => [String(index), count])));
const index = fc.nat(4).map(String);
const part = fc.double({ min: 0, max: 1, noNaN: true });
const RUNS = { numRuns: 2_000 };

describe('the refund of chosen units', () => {
  test('of all units and shipping is what was paid', () => {
    fc.assert(
      fc.property(order, (paid) => {
        const all = Object.fromEntries(paid.items.map(({ id, quantity }) => [id, quantity]));
        expect(refundOf(paid, { units: all, shipping: true })).toBe(paid.total === 0 ? 0 : paid.charge.amount);
      }),
      RUNS,
    );
  });

  test('is never more than what remains, nor less for more units, and can be typed into the form', () => {
    fc.assert(
      fc.property(order, units, index, part, (paid, chosen, more, left) => {
        const { currency } = paid.charge;
        const refundable = minor(Math.floor(paid.charge.amount * left));
        const refund = refundOf(paid, { units: chosen, shipping: false });

        expect(refund).toBeGreaterThanOrEqual(0);
        expect(toMinorUnits(Number(chargeInput(refund, currency)), currency)).toBe(refund);
        expect(refundOf({ ...paid, refundable }, { units: chosen, shipping: true })).toBeLessThanOrEqual(refundable);
        const extended = { ...chosen, [more]: (chosen[more] ?? 0) + 1 };
        expect(refundOf(paid, { units: extended, shipping: false })).toBeGreaterThanOrEqual(refund);
        expect(refundOf(paid, { units: chosen, shipping: true })).toBeGreaterThanOrEqual(refund);
      }),
      RUNS,
    );
  });

  test('has the share of tax and discount', () => {
    const paid = {
      items: [
        { id: 'ring', price: 100, quantity: 2 },
        { id: 'gown', price: 50, quantity: 1 },
      ],
      subtotal: 250,
      shipping: 10,
      // 8% tax, 10% discount.
      total: 255,
      charge: { amount: minor(2_550_000), currency: 'INR' },
      refundable: minor(2_550_000),
    };

    expect(refundOf(paid, { units: { ring: 1 }, shipping: false })).toBe(980_000);
    expect(refundOf(paid, { units: { ring: 1 }, shipping: true })).toBe(1_080_000);
    expect(refundOf(paid, { units: { ring: 9, gown: -1 }, shipping: false })).toBe(1_960_000);
    expect(refundOf({ ...paid, refundable: minor(5_000) }, { units: { gown: 1 }, shipping: false })).toBe(5_000);
  });
});
