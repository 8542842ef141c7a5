import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargeOf, toAmount, totalsOf } from '../common/money.ts';
import { refundableLines, refundBreakdown } from './refund.ts';
import { refundRows } from './refund-rows.ts';

const RATE = { paymentCurrency: 'INR', paymentRate: 84 };

/** An order with these unit prices in cents. */
function anOrder(lines: { unitPriceCents: number; quantity: number }[], { discountBp = 0, shippingCents = 999 } = {}) {
  const totals = totalsOf(lines, { taxBp: 800, discountBp, shippingCents });
  const amount = chargeOf(totals.totalCents, RATE);
  return {
    subtotal: toAmount(totals.subtotalCents),
    tax: toAmount(totals.taxCents),
    shipping: toAmount(totals.shippingCents),
    discount: toAmount(totals.discountCents),
    total: toAmount(totals.totalCents),
    charge: { amount, currency: 'INR' },
    refundable: amount,
    refundedPrice: 0,
  };
}

const GOWN = { unitPriceCents: 32_900, quantity: 1 };
const RING = { unitPriceCents: 14_900, quantity: 1 };

test('a refund has the price, its discount, its tax and the amount in the currency of the charge', () => {
  const order = anOrder([GOWN, RING], { discountBp: 1_500 });

  const refund = refundBreakdown(order, [{ price: 329, quantity: 1 }]);

  expect(refund).toMatchObject({ price: 329, discount: 49.35, tax: 26.32, total: 305.97, minor: 2_570_148 });
  const terms = { discountCode: 'WELCOME15', taxBp: 800, discountBp: 1_500, chargeRate: 84, paidOnline: true };
  expect(refundRows({ ...order, ...terms }, refund)).toEqual([
    { label: 'Price paid', amount: '$329.00' },
    { label: 'Discount WELCOME15', note: '15% of $329.00', amount: '-$49.35' },
    { label: 'Tax', note: '8% of $329.00', amount: '$26.32' },
    { label: 'Refunded in INR', note: '$305.97 × 84.00, the rate of your order', amount: '₹25,701.48' },
  ]);
});

test('a refund in cash has no converted amount, and one without a discount no discount', () => {
  const order = anOrder([GOWN]);
  const terms = { discountCode: null, taxBp: 800, discountBp: 0, chargeRate: 84, paidOnline: false };

  const rows = refundRows({ ...order, ...terms }, refundBreakdown(order, [{ price: 329, quantity: 1 }]));

  expect(rows.map(({ label }) => label)).toEqual(['Price paid', 'Tax']);
});

test('a refund is at most what remains of the payment', () => {
  const order = { ...anOrder([GOWN, RING]), refundable: 500_000 };

  const refund = refundBreakdown(order, [
    { price: 149, quantity: 1 },
    { price: 329, quantity: 1 },
  ]);

  expect(refund).toMatchObject({ minor: 500_000, lines: [500_000, 0], isCapped: true });
});

test('an order without a charge refunds nothing', () => {
  const order = { ...anOrder([GOWN], { discountBp: 10_000, shippingCents: 0 }), tax: 0, total: 0 };

  expect(
    refundBreakdown({ ...order, charge: { amount: 0, currency: 'INR' }, refundable: 0 }, [{ price: 329, quantity: 1 }])
      .minor,
  ).toBe(0);
});

test('any sequence of returns refunds as much as one of all its units, and never more than was paid', () => {
  const lines = fc.array(
    fc.record({ unitPriceCents: fc.integer({ min: 1, max: 100_000 }), quantity: fc.integer({ min: 1, max: 4 }) }),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(
      lines,
      fc.integer({ min: 0, max: 9_000 }),
      fc.integer({ min: 0, max: 5_000 }),
      (bought, discountBp, shippingCents) => {
        const order = anOrder(bought, { discountBp, shippingCents });
        const units = bought.map(({ unitPriceCents, quantity }) => ({ price: toAmount(unitPriceCents), quantity }));
        const atOnce = refundBreakdown(order, units);
        const [left, sum] = units.reduce(
          ([state, refunded], { price, quantity }) => {
            const { minor } = refundBreakdown(state, [{ price, quantity }]);
            const refundedPrice = toAmount(Math.round(state.refundedPrice * 100) + Math.round(price * 100) * quantity);
            return [{ ...state, refundedPrice, refundable: state.refundable - minor }, refunded + minor];
          },
          [order, 0],
        );

        expect(sum).toBe(atOnce.minor);
        expect(left.refundable).toBeGreaterThanOrEqual(0);
        expect(atOnce.lines.reduce((total, line) => total + line, 0)).toBe(atOnce.minor);
        expect(atOnce.price - atOnce.discount + atOnce.tax).toBeCloseTo(atOnce.total, 6);
      },
    ),
  );
});

test('no refund is below the minimum of the provider, and none leaves a smaller rest', () => {
  expect(refundableLines([40, 30], 1_000, 100)).toEqual([0, 0]);
  expect(refundableLines([400, 550], 1_000, 100)).toEqual([400, 600]);
  expect(refundableLines([400, 600], 1_000, 100)).toEqual([400, 600]);
  expect(refundableLines([400, 0], 1_000, 100)).toEqual([400, 0]);
});
