import {
  basisPoints,
  cents,
  chargeOf,
  minimumCharge,
  minor,
  plus,
  sumOf,
  totalsOf,
} from '@shop/contracts/common/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyOptions, rounds } from '#test/property-runs.ts';
import { allocate, chargedAmounts, creditedTaxes } from './rules.ts';

const options = propertyOptions(rounds(500, 20_000));

/** Currencies with no, two and three decimals, each at a rate of its size. */
const charge = fc.constantFrom(
  { paymentCurrency: 'JPY', paymentRate: 151.37 },
  { paymentCurrency: 'INR', paymentRate: 83.12345678 },
  { paymentCurrency: 'USD', paymentRate: 1 },
  { paymentCurrency: 'KWD', paymentRate: 0.30712 },
);
const order = fc
  .record({
    lines: fc.array(
      fc.record({
        unitPriceCents: fc.integer({ min: 1, max: 10_000_000 }).map(cents),
        quantity: fc.integer({ min: 1, max: 50 }),
      }),
      { minLength: 1, maxLength: 20 },
    ),
    taxBp: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
    discountBp: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
    shippingCents: fc.integer({ min: 0, max: 100_000 }).map(cents),
    terms: charge,
  })
  .map(({ lines, terms, ...priced }) => {
    const totals = totalsOf(lines, priced);
    const { paymentCurrency: chargeCurrency, paymentRate: chargeRate } = terms;
    return { lines, ...totals, chargeCurrency, chargeRate, chargeMinor: chargeOf(totals.totalCents, terms) };
  });

describe('the amounts of an invoice', { timeout: 60_000 }, () => {
  test('add up to the charge in any currency, and none is negative', () => {
    fc.assert(
      fc.property(order, (bought) => {
        const { lines, taxMinor, shippingMinor, discountMinor, subtotalMinor } = chargedAmounts(bought);
        const net = sumOf(lines.map(({ netMinor }) => netMinor));

        expect(net + taxMinor + shippingMinor - discountMinor).toBe(bought.chargeMinor);
        expect(subtotalMinor).toBe(net);
        expect(sumOf(lines.map((line) => line.taxMinor))).toBe(taxMinor);
        const all = lines.flatMap((line) => [line.netMinor, line.unitNetMinor, line.taxMinor]);
        expect(Math.min(...all, taxMinor, shippingMinor, discountMinor)).toBeGreaterThanOrEqual(0);
      }),
      options,
    );
  });

  test('of an order in the store currency are those of the order', () => {
    const lines = [
      { unitPriceCents: cents(14_900), quantity: 1 },
      { unitPriceCents: cents(999), quantity: 3 },
    ];
    const totals = totalsOf(lines, {
      taxBp: basisPoints(800),
      discountBp: basisPoints(1_000),
      shippingCents: cents(999),
    });

    const amounts = chargedAmounts({
      lines,
      ...totals,
      chargeMinor: minor(Number(totals.totalCents)),
      chargeCurrency: 'USD',
      chargeRate: 1,
    });

    expect(amounts).toMatchObject({
      subtotalMinor: totals.subtotalCents,
      taxMinor: totals.taxCents,
      shippingMinor: 999,
      discountMinor: totals.discountCents,
      lines: [
        { netMinor: 14_900, unitNetMinor: 14_900 },
        { netMinor: 2_997, unitNetMinor: 999 },
      ],
    });
  });

  test('of an order with a discount of 100% add up to a charge of 0', () => {
    const lines = [{ unitPriceCents: cents(5_000), quantity: 2 }];
    const totals = totalsOf(lines, { taxBp: basisPoints(0), discountBp: basisPoints(10_000), shippingCents: cents(0) });

    const amounts = chargedAmounts({ lines, ...totals, chargeMinor: minor(0), chargeCurrency: 'INR', chargeRate: 83 });

    expect(amounts).toMatchObject({ subtotalMinor: 830_000, discountMinor: 830_000, taxMinor: 0, shippingMinor: 0 });
  });
});

describe('largest remainder', () => {
  test('gives the missing units to the largest remainders', () => {
    expect(allocate(minor(100), [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocate(minor(10), [0, 3, 7])).toEqual([0, 3, 7]);
    expect(allocate(minor(5), [0, 0])).toEqual([5, 0]);
  });

  test('differs from the exact share by less than one unit', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }).map(minor), weights, (amount, parts) => {
        const total = parts.reduce((sum, part) => sum + part, 0);
        fc.pre(total > 0);
        const shares = allocate(amount, parts);
        expect(sumOf(shares)).toBe(amount);
        for (const [index, share] of shares.entries())
          expect(Math.abs(share - (amount * (parts[index] ?? 0)) / total)).toBeLessThan(1);
      }),
      options,
    );
  });
});

test('the credits of an invoice add up to each of its taxes, and none has more tax than its amount', () => {
  const credits = fc.array(fc.integer({ min: 1, max: 1_000_000 }).map(minor), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(credits, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (amounts, share, isInState) => {
      const totalMinor = sumOf(amounts);
      const taxMinor = minor(Math.floor(totalMinor * share));
      const taxesMinor = isInState ? allocate(taxMinor, [1, 1]) : [taxMinor];
      const credited = taxesMinor.map(() => minor(0));
      let creditedBefore = minor(0);
      for (const amountMinor of amounts) {
        const shares = creditedTaxes({ taxesMinor, totalMinor }, { creditedBefore, amountMinor });
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
        expect(sumOf(shares)).toBeLessThanOrEqual(amountMinor);
        creditedBefore = plus(creditedBefore, amountMinor);
        for (const [index, tax] of shares.entries()) credited[index] = plus(credited[index] ?? minor(0), tax);
      }
      expect(credited).toEqual(taxesMinor);
    }),
    options,
  );
});

test('small credits take CGST and SGST in turns', () => {
  const invoice = { taxesMinor: [minor(2), minor(2)], totalMinor: minor(8) };
  const taxes = [0, 2, 4, 6]
    .map(minor)
    .map((creditedBefore) => creditedTaxes(invoice, { creditedBefore, amountMinor: minor(2) }));

  expect(taxes).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
    [0, 1],
  ]);
});

test('the smallest charge of a currency is divided without a remainder', () => {
  const lines = [1, 1, 1].map((quantity) => ({ unitPriceCents: cents(33), quantity }));
  const chargeMinor = minimumCharge('KWD');
  const amounts = chargedAmounts({
    lines,
    taxCents: cents(0),
    shippingCents: cents(0),
    discountCents: cents(0),
    chargeMinor,
    chargeCurrency: 'KWD',
    chargeRate: 1,
  });

  expect(amounts.lines.map(({ netMinor }) => netMinor)).toEqual([334, 333, 333]);
});
