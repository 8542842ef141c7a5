import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basisPoints, cents, minor, quoteOf, toAmount, toPercent } from '../common/money.ts';
import { explainTotal, type PricedTotal } from './explain-total.ts';

const cart: PricedTotal = {
  items: [
    { price: 189, salePrice: 149, quantity: 1 },
    { price: 329, salePrice: 0, quantity: 1 },
    { price: 92, quantity: 2 },
  ],
  subtotal: 662,
  tax: 52.96,
  shipping: 9.99,
  discount: 99.3,
  total: 625.65,
  discountCode: 'WELCOME15',
  shippingMethod: 'standard',
  charge: { amount: minor(5_255_460), currency: 'INR' },
  terms: { taxPercent: 8, discountPercent: 15, chargeRate: 84 },
};

const textOf = (priced: PricedTotal) =>
  explainTotal(priced).map(({ label, amount, arithmetic }) =>
    arithmetic ? `${label}: ${amount} (${arithmetic})` : `${label}: ${amount}`,
  );

describe('the explanation of a total', () => {
  test('gives every line its arithmetic, in the order of the sum', () => {
    expect(textOf(cart)).toEqual([
      'Subtotal: $662.00 ($149.00 + $329.00 + 2 × $92.00)',
      'Tax: $52.96 (8% of the subtotal, $662.00)',
      'Shipping: $9.99 (Standard, one price per order)',
      'Discount (WELCOME15): -$99.30 (15% of $662.00)',
      'Total: $625.65 ($662.00 + $52.96 + $9.99 − $99.30)',
      'Charged in INR: ₹52,554.60 ($625.65 × 84.00, today’s store rate)',
    ]);
  });

  test('names the rate of an order as its own', () => {
    expect(textOf({ ...cart, paymentMethod: 'card' }).at(-1)).toBe(
      'Charged in INR: ₹52,554.60 ($625.65 × 84.00, the rate of this order)',
    );
  });

  test.each([
    ['is paid in cash', { paymentMethod: 'cod' }],
    ['is 0', { charge: { amount: minor(0), currency: 'INR' } }],
    ['is charged in dollars', { charge: { amount: minor(62_565), currency: 'USD' } }],
  ])('has no charge line when the total %s', (_when, other) => {
    expect(explainTotal({ ...cart, ...other }).map(({ part }) => part)).toEqual([
      'subtotal',
      'tax',
      'shipping',
      'discount',
      'total',
    ]);
  });

  test('has no discount line without a discount, and says when shipping is free', () => {
    expect(textOf({ ...cart, discount: 0, discountCode: null, shipping: 0, total: 714.96 }).slice(2, 4)).toEqual([
      'Shipping: $0.00 (Standard, free for this order)',
      'Total: $714.96 ($662.00 + $52.96 + $0.00)',
    ]);
  });

  test('says when a share was rounded', () => {
    expect(textOf({ ...cart, subtotal: 76.05, tax: 6.08 })[1]).toBe('Tax: $6.08 (8% of the subtotal, $76.05, rounded)');
  });

  test('gives no arithmetic for rates that are unknown or do not result in the amount', () => {
    expect(textOf({ ...cart, terms: null })[1]).toBe('Tax: $52.96');
    expect(textOf({ ...cart, terms: null }).at(-1)).toBe('Charged in INR: ₹52,554.60');
    expect(textOf({ ...cart, tax: 52.95 })[1]).toBe('Tax: $52.95');
  });

  test('counts the products of a long order instead of listing their prices', () => {
    const items = Array.from({ length: 9 }, () => ({ price: 10, quantity: 2 }));
    expect(textOf({ ...cart, items, subtotal: 180 })[0]).toBe('Subtotal: $180.00 (9 products, 18 items)');
  });
});

const line = fc.record({
  unitPriceCents: fc.integer({ min: 1, max: 50_000_000 }).map(cents),
  quantity: fc.integer({ min: 1, max: 9_999 }),
});
const terms = fc.record({
  taxBp: fc.integer({ min: 0, max: 3_000 }).map(basisPoints),
  discountBp: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
  shippingMethod: fc.constantFrom('standard' as const, 'express' as const),
  paymentRate: fc.integer({ min: 1, max: 20_000_000_000 }).map((units) => units / 100_000_000),
  paymentCurrency: fc.constantFrom('INR', 'USD', 'JPY', 'KWD'),
});

test('the lines of any quote add up to its total, and each share has its arithmetic', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), terms, (lines, agreed) => {
      const quote = quoteOf(lines, agreed, {
        ...agreed,
        standardShippingCents: cents(999),
        expressShippingCents: cents(1_299),
        freeShippingOverCents: cents(10_000),
      });

      const explained = explainTotal({
        items: lines.map(({ unitPriceCents, quantity }) => ({ price: toAmount(unitPriceCents), quantity })),
        subtotal: toAmount(quote.subtotalCents),
        tax: toAmount(quote.taxCents),
        shipping: toAmount(quote.shippingCents),
        discount: toAmount(quote.discountCents),
        total: toAmount(quote.totalCents),
        discountCode: null,
        shippingMethod: agreed.shippingMethod,
        charge: { amount: quote.chargeMinor, currency: agreed.paymentCurrency },
        terms: {
          taxPercent: toPercent(agreed.taxBp),
          discountPercent: toPercent(agreed.discountBp),
          chargeRate: agreed.paymentRate,
        },
      });

      const at = explained.findIndex(({ part }) => part === 'total');
      expect(explained.slice(0, at).reduce((sum, { value }) => sum + value, 0)).toBe(explained[at]?.value);
      expect(explained.filter(({ arithmetic }) => arithmetic === null)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});
