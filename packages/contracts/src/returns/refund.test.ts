import { expect, test } from 'vitest';
import {
  basisPoints,
  cents,
  chargeOf,
  type Minor,
  minor,
  minus,
  type PricedLine,
  toAmount,
  totalsOf,
} from '../common/money.ts';
import { refundBreakdown } from './refund.ts';
import { refundRows } from './refund-rows.ts';

const RATE = { paymentCurrency: 'INR', paymentRate: 84 };

/** An order with these unit prices in cents. */
function anOrder(lines: PricedLine[], { discountBp = basisPoints(0), shippingCents = cents(999) } = {}) {
  const totals = totalsOf(lines, { taxBp: basisPoints(800), discountBp, shippingCents });
  const amount = chargeOf(totals.totalCents, RATE);
  return {
    subtotal: toAmount(totals.subtotalCents),
    tax: toAmount(totals.taxCents),
    shipping: toAmount(totals.shippingCents),
    discount: toAmount(totals.discountCents),
    total: toAmount(totals.totalCents),
    charge: { amount, currency: 'INR' },
    paidOnline: true,
    refundable: amount,
    refundedPrice: 0,
    refundedMinor: minor(0),
  };
}

const inRupees = (amount: number) => ({
  charge: { amount: minor(amount), currency: 'INR' },
  refundable: minor(amount),
});

const GOWN = { unitPriceCents: cents(32_900), quantity: 1 };
const RING = { unitPriceCents: cents(14_900), quantity: 1 };

test('a refund has the price, its discount, its tax and the amount in the currency of the charge', () => {
  const order = anOrder([GOWN, RING], { discountBp: basisPoints(1_500) });

  const refund = refundBreakdown(order, [{ price: 329, quantity: 1 }]);

  expect(refund).toMatchObject({ price: 329, discount: 49.35, tax: 26.32, total: 305.97, minor: 2_570_148 });
  const terms = {
    discountCode: 'WELCOME15',
    taxBp: basisPoints(800),
    discountBp: basisPoints(1_500),
    chargeRate: 84,
    paidOnline: true,
  };
  expect(refundRows({ ...order, ...terms }, refund)).toEqual([
    { label: 'Price paid', amount: '$329.00' },
    { label: 'Discount WELCOME15', note: '15% of $329.00', amount: '-$49.35' },
    { label: 'Tax', note: '8% of $329.00', amount: '$26.32' },
    { label: 'Refunded in INR', note: '$305.97 × 84.00, the rate of your order', amount: '₹25,701.48' },
  ]);
});

test('a refund in cash has no converted amount, and one without a discount no discount', () => {
  const order = anOrder([GOWN]);
  const terms = {
    discountCode: null,
    taxBp: basisPoints(800),
    discountBp: basisPoints(0),
    chargeRate: 84,
    paidOnline: false,
  };

  const rows = refundRows({ ...order, ...terms }, refundBreakdown(order, [{ price: 329, quantity: 1 }]));

  expect(rows.map(({ label }) => label)).toEqual(['Price paid', 'Tax']);
});

test('a refund is at most what remains of the payment', () => {
  const order = { ...anOrder([GOWN, RING]), refundable: minor(500_000) };

  const refund = refundBreakdown(order, [
    { price: 149, quantity: 1 },
    { price: 329, quantity: 1 },
  ]);

  expect(refund).toMatchObject({ minor: 500_000, lines: [500_000, 0], isCapped: true });
});

test('an order without a charge refunds nothing', () => {
  const order = { ...anOrder([GOWN], { discountBp: basisPoints(10_000), shippingCents: cents(0) }), tax: 0, total: 0 };

  expect(refundBreakdown({ ...order, ...inRupees(0) }, [{ price: 329, quantity: 1 }]).minor).toBe(0);
});

test('a refund below the minimum of the provider is paid by other means, in full', () => {
  const order = {
    ...anOrder([{ unitPriceCents: cents(80), quantity: 2 }], { shippingCents: cents(0) }),
    ...inRupees(173),
  };

  const refund = refundBreakdown(order, [{ price: 0.8, quantity: 1 }]);

  expect(refund).toMatchObject({ minor: 87, lines: [87], isBelowMinimum: true });
  expect(refundBreakdown(order, [{ price: 0.8, quantity: 1 }], { byOtherMeans: true })).toMatchObject({
    minor: 87,
    isBelowMinimum: false,
  });
});

test('what an earlier return did not refund, or refunded too much, is settled by the next one, which says so', () => {
  const order = anOrder([GOWN, RING]);
  const [gown, ring] = [
    { price: 329, quantity: 1 },
    { price: 149, quantity: 1 },
  ];
  const both = refundBreakdown(order, [gown, ring]).minor;
  const after = (refundedMinor: Minor) =>
    refundBreakdown(
      { ...order, refundedPrice: 329, refundedMinor, refundable: minus(order.charge.amount, refundedMinor) },
      [ring],
    );

  expect(after(minor(0))).toMatchObject({
    minor: both,
    carried: both - after(minus(both, minor(1_351_728))).minor,
  });
  expect(after(both)).toMatchObject({ minor: 0, carried: -1_351_728 });
  const terms = {
    discountCode: null,
    taxBp: basisPoints(800),
    discountBp: basisPoints(0),
    chargeRate: 84,
    paidOnline: true,
  };
  expect(refundRows({ ...order, ...terms }, after(minor(0))).map(({ label }) => label)).toContain(
    'Not refunded with an earlier return',
  );
});
