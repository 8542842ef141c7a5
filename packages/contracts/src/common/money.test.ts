import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Amount,
  atLeastZero,
  basisPoints,
  type Cents,
  cents,
  chargeOf,
  currentPrice,
  dollars,
  lesser,
  type Minor,
  minor,
  minus,
  type PricedLine,
  percentOff,
  plus,
  quoteOf,
  STORE_CURRENCY,
  type StoreTerms,
  shareOf,
  shippingFor,
  sumOf,
  times,
  toAmount,
  toBasisPoints,
  toCents,
  toPercent,
  totalsOf,
} from './money.ts';
import * as schema from './schema.ts';

/** The defaults of a new store. */
const TERMS: StoreTerms = {
  taxBp: basisPoints(800),
  standardShippingCents: cents(999),
  expressShippingCents: cents(1_299),
  freeShippingOverCents: null,
  paymentCurrency: 'INR',
  paymentRate: 1,
};
const PLAIN = { shippingMethod: 'standard', discountBp: basisPoints(0) } as const;
const one = (price: number): PricedLine[] => [{ unitPriceCents: cents(price), quantity: 1 }];

test('CONST-009 the price is the sale price when there is one, otherwise the price', () => {
  expect(currentPrice({ price: 189, salePrice: 149 })).toBe(149);
  expect(currentPrice({ price: 189, salePrice: 0 })).toBe(189);
});

test('CONST-010 the badge is the rounded discount in percent of the price', () => {
  expect(percentOff({ price: 189, salePrice: 149 })).toBe(21);
  expect(percentOff({ price: 96, salePrice: 79 })).toBe(18);
  expect(percentOff({ price: 96, salePrice: 0 })).toBe(0);
});

test('CONST-018 an amount is shown in $ with 2 decimals', () => {
  expect([0, 9.99, 149, 1234.5].map(dollars)).toEqual(['$0.00', '$9.99', '$149.00', '$1,234.50']);
});

describe('the totals of a cart', () => {
  test('CONST-001 tax is 8% of the subtotal, before the discount', () => {
    expect(quoteOf(one(10_000), { ...PLAIN, discountBp: basisPoints(2_000) }, TERMS).taxCents).toBe(800);
  });

  test('CONST-002 standard shipping is the default, at 9.99; express costs 12.99', () => {
    expect(quoteOf(one(10_000), PLAIN, TERMS).shippingCents).toBe(999);
    expect(quoteOf(one(10_000), { ...PLAIN, shippingMethod: 'express' }, TERMS).shippingCents).toBe(1_299);
  });

  test('CONST-003 CONST-012 the total is subtotal plus tax plus shipping less discount, in whole cents', () => {
    const lines = [
      { unitPriceCents: cents(14_900), quantity: 2 },
      { unitPriceCents: cents(1_999), quantity: 3 },
    ];

    expect(quoteOf(lines, { ...PLAIN, discountBp: basisPoints(1_000) }, TERMS)).toEqual({
      itemCount: 5,
      subtotalCents: 35_797,
      taxCents: 2_864,
      shippingCents: 999,
      discountCents: 3_580,
      totalCents: 36_080,
      chargeMinor: 36_080,
    });
  });

  test('CONST-004 are 0 for an empty cart', () => {
    expect(quoteOf([], { shippingMethod: 'express', discountBp: basisPoints(2_000) }, TERMS)).toEqual({
      itemCount: 0,
      subtotalCents: 0,
      taxCents: 0,
      shippingCents: 0,
      discountCents: 0,
      totalCents: 0,
      chargeMinor: 0,
    });
  });

  test('CONST-005 tax and discount are each rounded once, half a cent up', () => {
    // 8% of whole cents is never exactly half a cent; other percentages are.
    expect([56, 57].map((value) => shareOf(cents(value), basisPoints(800)))).toEqual([4, 5]);
    expect([5, 15, 25].map((value) => shareOf(cents(value), basisPoints(1_000)))).toEqual([1, 2, 3]);
    expect([10, 30].map((value) => shareOf(cents(value), basisPoints(1_500)))).toEqual([2, 5]);
    // Rounded by line, three lines of 56 cents would be taxed 12.
    expect(
      totalsOf([{ unitPriceCents: cents(56), quantity: 3 }], {
        taxBp: basisPoints(800),
        discountBp: basisPoints(0),
        shippingCents: cents(0),
      }).taxCents,
    ).toBe(13);
  });

  test.each([
    ['CONST-006 CRYSTAL10 takes 10% off the subtotal', 1_000, 1_490],
    ['CONST-007 CRYSTAL20 takes 20% off the subtotal', 2_000, 2_980],
    ['CONST-008 WELCOME15 takes 15% off the subtotal', 1_500, 2_235],
  ])('%s', (_code, discount, discountCents) => {
    const quote = quoteOf(one(14_900), { ...PLAIN, discountBp: basisPoints(discount) }, TERMS);

    expect(quote.discountCents).toBe(discountCents);
    expect(quote.totalCents).toBe(14_900 + 1_192 + 999 - discountCents);
  });

  test('CONST-011 the charge is the total times the rate in minor units, rounded', () => {
    expect(quoteOf(one(14_900), PLAIN, TERMS).chargeMinor).toBe(17_091);
    expect(quoteOf(one(14_900), PLAIN, { ...TERMS, paymentRate: 83.12 }).chargeMinor).toBe(1_420_604);
    expect(chargeOf(cents(17_091), { paymentCurrency: 'INR', paymentRate: 1 })).toBe(17_091);
  });

  test('standard shipping is free from the threshold on, if one is set; express never is', () => {
    const terms = { ...TERMS, freeShippingOverCents: cents(5_000) };

    expect([4_999, 5_000].map((subtotal) => shippingFor('standard', cents(subtotal), terms))).toEqual([999, 0]);
    expect(shippingFor('express', cents(5_000), terms)).toBe(1_299);
    expect(shippingFor('standard', cents(1_000_000_000), TERMS)).toBe(999);
  });
});

// Tens of thousands of carts, which exceed the default timeout on a slow machine.
describe('for any cart', { timeout: 60_000 }, () => {
  /** Up to the maximum price, quantity and number of lines. */
  const line = fc.record({
    unitPriceCents: fc.integer({ min: 1, max: 100_000_000 }).map(cents),
    quantity: fc.integer({ min: 1, max: 9_999 }),
  });
  const lines = fc.array(line, { maxLength: 100 });
  const terms = fc.record({
    taxBp: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
    standardShippingCents: fc.nat(1_000_000).map(cents),
    expressShippingCents: fc.nat(1_000_000).map(cents),
    freeShippingOverCents: fc.option(fc.integer({ min: 1, max: 100_000_000 }).map(cents)),
    paymentCurrency: fc.constant('INR'),
    paymentRate: fc.integer({ min: 1, max: 4_000_000_000 }).map((rate) => rate / 100_000_000),
  });
  const choice = fc.record({
    shippingMethod: fc.constantFrom('standard' as const, 'express' as const),
    discountBp: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
  });
  const RUNS = { numRuns: 10_000 };
  /** Exact reference with BigInt. */
  const exactShare = (amount: number, bp: number) => Number((BigInt(amount) * BigInt(bp) + 5_000n) / 10_000n);

  test('total = subtotal + tax + shipping - discount, never negative, never NaN, always exact', () => {
    fc.assert(
      fc.property(lines, choice, terms, (cartLines, chosen, shop) => {
        const quote = quoteOf(cartLines, chosen, shop);
        const subtotal = cartLines.reduce((sum, each) => sum + BigInt(each.unitPriceCents) * BigInt(each.quantity), 0n);

        expect(BigInt(quote.subtotalCents)).toBe(subtotal);
        expect(quote.taxCents).toBe(exactShare(quote.subtotalCents, shop.taxBp));
        expect(quote.discountCents).toBe(exactShare(quote.subtotalCents, chosen.discountBp));
        expect(quote.totalCents).toBe(quote.subtotalCents + quote.taxCents + quote.shippingCents - quote.discountCents);
        expect(quote.discountCents).toBeLessThanOrEqual(quote.subtotalCents);
        expect(Object.values(quote).every((value) => Number.isSafeInteger(value) && value >= 0)).toBe(true);
      }),
      RUNS,
    );
  });

  test('the order of lines and splitting a line do not change the quote', () => {
    fc.assert(
      fc.property(lines, choice, terms, (cartLines, chosen, shop) => {
        const spread = cartLines
          .flatMap(({ unitPriceCents, quantity }) => {
            const half = Math.floor(quantity / 2);
            return [half, quantity - half].map((some) => ({ unitPriceCents, quantity: some }));
          })
          .reverse();

        expect(quoteOf(spread, chosen, shop)).toEqual(quoteOf(cartLines, chosen, shop));
      }),
      RUNS,
    );
  });

  test('another line never lowers the total, without free shipping', () => {
    fc.assert(
      fc.property(lines, line, choice, terms, (cartLines, more, chosen, shop) => {
        const noThreshold = { ...shop, freeShippingOverCents: null };
        const before = quoteOf(cartLines, chosen, noThreshold);
        const after = quoteOf([...cartLines, more], chosen, noThreshold);

        expect(after.totalCents).toBeGreaterThanOrEqual(before.totalCents);
        expect(after.chargeMinor).toBeGreaterThanOrEqual(before.chargeMinor);
      }),
      RUNS,
    );
  });

  test('a higher unit price never lowers the total', () => {
    fc.assert(
      fc.property(line, fc.nat(1_000_000).map(cents), choice, terms, (pricedLine, increase, chosen, shop) => {
        const noThreshold = { ...shop, freeShippingOverCents: null };
        const now = quoteOf(
          [{ ...pricedLine, unitPriceCents: plus(pricedLine.unitPriceCents, increase) }],
          chosen,
          noThreshold,
        );

        expect(now.totalCents).toBeGreaterThanOrEqual(quoteOf([pricedLine], chosen, noThreshold).totalCents);
      }),
      RUNS,
    );
  });
});

describe('every amount in cents', { timeout: 60_000 }, () => {
  const { format } = new Intl.NumberFormat('en-US', { style: 'currency', currency: STORE_CURRENCY });

  test('is displayed exactly, and as Intl would', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 * 9_999 }).map(cents), (value) => {
        const shown = dollars(toAmount(value));
        expect(shown.replace(/\D/g, '')).toBe(String(Math.abs(value)).padStart(3, '0'));
        expect(shown).toBe(format(toAmount(value)));
      }),
      { numRuns: 10_000 },
    );
  });

  test('round-trips through the API', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000 * 9_999).map(cents), (value) => {
        const received = schema.Amount.parse(JSON.parse(JSON.stringify(toAmount(value))));

        expect(toCents(received)).toBe(value);
      }),
      { numRuns: 10_000 },
    );
  });
});

test('amounts, cents, minor units of a charge and rates do not add up, nor replace each other', () => {
  const [price, charge, tax, amount] = [cents(500), minor(700), basisPoints(800), toAmount(cents(500))];
  // @ts-expect-error A rate is no money.
  plus(price, tax);
  // @ts-expect-error The sum by `+` has no unit.
  const total: Cents = price + tax;
  // @ts-expect-error The charge may be in another currency.
  plus(price, charge);
  // @ts-expect-error The same.
  const converted: Minor = price;
  // @ts-expect-error An amount is in units, not cents.
  plus(price, amount);
  // @ts-expect-error The same.
  toAmount(amount);
  // @ts-expect-error The same, the other way around.
  const shown: Amount = price;
  // @ts-expect-error Converted by `toCents`.
  cents(amount);
  // @ts-expect-error A rate in percent is converted by `toBasisPoints`.
  shareOf(price, 8);

  expect([total, converted, shown]).toEqual([1_300, 500, 500]);
});

test('sums, differences and products of any cents are exact, and a rate in percent round-trips', () => {
  const any = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }).map(cents);
  fc.assert(
    fc.property(any, any, fc.nat(8_000), fc.nat(10_000), (one, other, count, rate) => {
      expect(minus(plus(one, other), other)).toBe(one);
      expect(sumOf(Array<Cents>(3).fill(one))).toBe(times(one, 3));
      expect(BigInt(times(one, count))).toBe(BigInt(one) * BigInt(count));
      expect([lesser(one, other), atLeastZero(one)]).toEqual([Math.min(one, other), Math.max(0, one)]);
      expect(toBasisPoints(toPercent(basisPoints(rate)))).toBe(rate);
    }),
  );
});
