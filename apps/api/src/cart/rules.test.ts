import { CART_COOKIE } from '@shop/contracts/cart/constants';
import { cents } from '@shop/contracts/common/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cartCookie, guestToken, type MergeLine, mergedLines } from './rules.ts';

const VARIANTS = ['ring', 'gown', 'vase', 'scarf', 'tiara'];

const cart = fc.uniqueArray(fc.constantFrom(...VARIANTS), { maxLength: VARIANTS.length }).chain((variants) =>
  fc.tuple(
    ...variants.map((variantId) =>
      fc.record({
        variantId: fc.constant(variantId),
        quantity: fc.integer({ min: 1, max: 9_999 }),
        lastShownPriceCents: fc.integer({ min: 1, max: 1_000 }).map(cents),
      }),
    ),
  ),
);
const stock = fc
  .tuple(...VARIANTS.map(() => fc.oneof(fc.nat(3), fc.nat(30_000))))
  .map((available) => new Map(VARIANTS.map((variant, place) => [variant, available[place] ?? 0])));

const quantities = (lines: MergeLine[]) => new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]));
const RUNS = { numRuns: 5_000 };

describe('merging a guest cart into a customer’s cart', { timeout: 60_000 }, () => {
  test('loses no line and adds none; quantities add up, capped by stock and by the maximum of a line', () => {
    fc.assert(
      fc.property(cart, cart, stock, (guest, own, available) => {
        const merged = mergedLines(guest, own, available);
        const [inGuest, inOwn] = [quantities(guest), quantities(own)];

        expect(merged.map(({ variantId }) => variantId).sort()).toEqual(
          [...new Set([...inGuest.keys(), ...inOwn.keys()])].sort(),
        );
        for (const { variantId, quantity } of merged) {
          const added = inGuest.get(variantId);
          const before = inOwn.get(variantId) ?? 0;
          const most = Math.max(1, Math.min(available.get(variantId) ?? 0, 9_999));
          expect(quantity).toBe(added === undefined ? before : Math.min(added + before, most));
        }
      }),
      RUNS,
    );
  });

  test('is idempotent: a second merge, of an empty guest cart, changes nothing', () => {
    fc.assert(
      fc.property(cart, cart, stock, (guest, own, available) => {
        const merged = mergedLines(guest, own, available);

        expect(mergedLines([], merged, available)).toEqual(merged);
      }),
      RUNS,
    );
  });

  test('in two parts gives the same result as at once', () => {
    fc.assert(
      fc.property(cart, cart, stock, fc.nat(VARIANTS.length), (guest, own, available, cut) => {
        const inParts = mergedLines(guest.slice(cut), mergedLines(guest.slice(0, cut), own, available), available);

        expect(quantities(inParts)).toEqual(quantities(mergedLines(guest, own, available)));
      }),
      RUNS,
    );
  });

  test('keeps the price last shown to the guest, so that a later change is shown', () => {
    const line = { variantId: 'ring', quantity: 1 };

    expect(
      mergedLines(
        [{ ...line, lastShownPriceCents: cents(900) }],
        [{ ...line, lastShownPriceCents: cents(800) }],
        new Map([['ring', 5]]),
      ),
    ).toEqual([{ variantId: 'ring', quantity: 2, lastShownPriceCents: 900 }]);
  });
});

describe('the cart cookie', () => {
  const token = `${'A'.repeat(42)}_`;

  test('is found among other cookies', () => {
    expect(guestToken(`theme=dark; ${cartCookie(token).split(';')[0]}; other=1`)).toBe(token);
  });

  test.each([
    undefined,
    '',
    `${CART_COOKIE}=`,
    `${CART_COOKIE}=${token}x`,
    `${CART_COOKIE}=${token.slice(1)}`,
    `${CART_COOKIE}=${token.slice(1)}%`,
    `not${CART_COOKIE}=${token}`,
  ])('that is malformed is ignored: %s', (cookies) => {
    expect(guestToken(cookies)).toBeUndefined();
  });
});
