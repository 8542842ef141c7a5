import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PartialRefund } from '../orders/admin-schema.ts';
import { cents, chargeOf, formatCharge, minor, toMinorUnits } from './money.ts';

test.each([
  ['JPY', 150, 1_500, '1,500'],
  ['KWD', 0.307, 3_070, '3.070'],
  ['INR', 83.12, 83_120, '831.20'],
  ['USD', 1, 1_000, '10.00'],
  // The default digits of `Intl` are not the minor unit: it has none for these, ISO 4217 has two and three.
  ['HUF', 372.1, 372_100, '3,721.00'],
  ['IQD', 1_310, 13_100_000, '13,100.000'],
])('$10.00 in %s at a rate of %d is charged as %d minor units and shown as %s', (currency, rate, charged, shown) => {
  expect(chargeOf(cents(1_000), { paymentCurrency: currency, paymentRate: rate })).toBe(charged);
  expect(formatCharge(minor(charged), currency).replace(/[^\d.,]/g, '')).toBe(shown);
});

describe('a charge in any currency', { timeout: 60_000 }, () => {
  const DECIMALS: Record<string, number> = { JPY: 0, HUF: 2, INR: 2, USD: 2, KWD: 3 };
  const currency = fc.constantFrom(...Object.keys(DECIMALS));
  const decimalsOf = (code: string) => DECIMALS[code] ?? Number.NaN;
  const rate = fc.integer({ min: 1, max: 20_000_000_000 }).map((units) => units / 100_000_000);
  const total = fc.nat(100_000_000).map(cents);
  const charge = fc.record({ currency, total, rate }).map(({ currency, total, rate }) => ({
    currency,
    major: (total / 100) * rate,
    minor: chargeOf(total, { paymentCurrency: currency, paymentRate: rate }),
  }));
  const RUNS = { numRuns: 3_000 };
  /** Parses the displayed amount to minor units, without floating point. */
  const read = (shown: string, code: string) => {
    const [, whole = '', fraction = ''] = /([\d,]+)(?:\.(\d+))?/.exec(shown) ?? [];
    expect(fraction).toHaveLength(decimalsOf(code));
    return Number(whole.replaceAll(',', '') + fraction);
  };

  test('is displayed exactly as charged', () => {
    fc.assert(
      fc.property(charge, ({ currency, minor }) => {
        expect(read(formatCharge(minor, currency), currency)).toBe(minor);
      }),
      RUNS,
    );
  });

  test('is the total times the rate, rounded to the nearest hundredth or whole unit', () => {
    fc.assert(
      fc.property(charge, ({ currency, major, minor }) => {
        const decimals = decimalsOf(currency);
        const step = 10 ** -Math.min(2, decimals);
        expect(Math.abs(minor / 10 ** decimals - major)).toBeLessThanOrEqual(step / 2 + major * 1e-12);
        // The provider rejects a third decimal other than 0.
        if (decimals === 3) expect(minor % 10).toBe(0);
      }),
      RUNS,
    );
  });

  test('is fully refunded by entering the displayed amount, and a smaller amount refunds exactly that', () => {
    fc.assert(
      fc.property(charge, fc.double({ min: 0, max: 1, noNaN: true }), ({ currency, minor }, share) => {
        fc.pre(minor > 0);
        const scale = 10 ** decimalsOf(currency);
        const places = Math.min(2, decimalsOf(currency));
        const typed = (units: number) =>
          PartialRefund.parse({ amount: Number((units / scale).toFixed(places)), reason: 'x' }).amount ?? 0;
        expect(toMinorUnits(typed(minor), currency)).toBe(minor);

        const step = scale / 10 ** places;
        const less = Math.floor((minor * share) / step) * step;
        fc.pre(less > 0);
        expect(toMinorUnits(typed(less), currency)).toBe(less);
      }),
      RUNS,
    );
  });

  test('has no minor units for an amount with more decimals than are charged', () => {
    expect(toMinorUnits(0.5, 'JPY')).toBeUndefined();
    expect(toMinorUnits(0.125, 'KWD')).toBeUndefined();
    expect(toMinorUnits(0.125, 'USD')).toBeUndefined();
    expect(toMinorUnits(0.12, 'KWD')).toBe(120);
  });
});
