import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basisPoints, cents, changeByPercent, PRICE_ROUNDINGS } from './money.ts';

describe('changing a price by a percentage', () => {
  test.each([
    [12_000, -1_000, 'cent', 10_800],
    [9_999, 333, 'cent', 10_332],
    [9_949, 0, 'whole', 9_900],
    [9_950, 0, 'whole', 10_000],
    [12_000, 500, 'charm', 12_599],
    [12_049, 0, 'charm', 12_099],
    [12_048, 0, 'charm', 11_999],
    [50, -9_900, 'cent', 1],
    [50, -9_900, 'whole', 100],
    [50, -9_900, 'charm', 99],
  ] as const)('%i cents by %i basis points, rounded to %s, are %i', (price, change, rounding, expected) => {
    expect(changeByPercent(cents(price), basisPoints(change), rounding)).toBe(expected);
  });

  const price = fc.integer({ min: 1, max: 100_000_000 }).map(cents);
  const change = fc.integer({ min: -9_900, max: 100_000 }).map(basisPoints);

  test('has the requested ending, is positive, and is within half a step of the exact result', () => {
    fc.assert(
      fc.property(price, change, fc.constantFrom(...PRICE_ROUNDINGS), (before, percent, rounding) => {
        const changed = changeByPercent(before, percent, rounding);
        const exact = Number((BigInt(before) * BigInt(10_000 + percent)) / 100n) / 100;
        const [step, lowest] = { cent: [1, 1], whole: [100, 100], charm: [100, 99] }[rounding] as [number, number];

        expect(changed % step).toBe(lowest % step);
        expect(changed).toBeGreaterThanOrEqual(lowest);
        if (changed > lowest) expect(Math.abs(changed - exact)).toBeLessThanOrEqual(step / 2 + 0.51);
      }),
    );
  });

  test('never makes the higher of two prices the lower one', () => {
    fc.assert(
      fc.property(price, price, change, fc.constantFrom(...PRICE_ROUNDINGS), (one, other, percent, rounding) => {
        const [low, high] = one < other ? [one, other] : [other, one];

        expect(changeByPercent(low, percent, rounding)).toBeLessThanOrEqual(changeByPercent(high, percent, rounding));
      }),
    );
  });
});
