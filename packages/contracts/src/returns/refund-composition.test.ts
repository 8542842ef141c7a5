import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  basisPoints,
  type Cents,
  cents,
  chargeOf,
  type Minor,
  minor,
  minus,
  plus,
  sumOf,
  toAmount,
  toCents,
  totalsOf,
} from '../common/money.ts';
import { refundBreakdown } from './refund.ts';

/** Currencies with 2, 0 and 3 decimals. */
const CURRENCIES = [
  ['INR', 84],
  ['INR', 1],
  ['INR', 83.456],
  ['USD', 1],
  ['JPY', 150.37],
  ['KWD', 0.307],
] as const;

const order = fc
  .record({
    currency: fc.constantFrom(...CURRENCIES),
    discountBp: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
    taxBp: fc.integer({ min: 0, max: 2_000 }).map(basisPoints),
    shippingCents: fc.integer({ min: 0, max: 5_000 }).map(cents),
    paidOnline: fc.boolean(),
    lines: fc.array(
      fc.record({
        unitPriceCents: fc.integer({ min: 1, max: 100_000 }).map(cents),
        quantity: fc.integer({ min: 1, max: 4 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ currency: [paymentCurrency, paymentRate], lines, paidOnline, ...agreed }) => {
    const totals = totalsOf(lines, agreed);
    const amount = chargeOf(totals.totalCents, { paymentCurrency, paymentRate });
    return {
      units: lines.flatMap(({ unitPriceCents, quantity }) => Array.from({ length: quantity }, () => unitPriceCents)),
      terms: {
        subtotal: toAmount(totals.subtotalCents),
        tax: toAmount(totals.taxCents),
        shipping: toAmount(totals.shippingCents),
        discount: toAmount(totals.discountCents),
        total: toAmount(totals.totalCents),
        charge: { amount, currency: paymentCurrency },
        paidOnline,
        refundable: amount,
        refundedPrice: 0,
        refundedMinor: minor(0),
      },
    };
  });
const picks = fc.array(fc.nat(), { minLength: 40, maxLength: 40 });
type Terms = Parameters<typeof refundBreakdown>[0];

/** As staff do it: a refund that is too small for the provider is paid by other means. */
function refund(terms: Terms, prices: Cents[]) {
  const lines = prices.map((price) => ({ price: toAmount(price), quantity: 1 }));
  const online = refundBreakdown(terms, lines);
  return online.isBelowMinimum ? refundBreakdown(terms, lines, { byOtherMeans: true }) : online;
}

/** Refunds the units in groups of one to three, in this order; returns the sum of each. */
function refundInParts(terms: Terms, units: Cents[], choices: number[]) {
  const rest = [...units];
  const refunds: Minor[] = [];
  let place = 0;
  const next = () => choices[place++ % choices.length] ?? 0;
  let current = terms;
  while (rest.length > 0) {
    const group = Array.from({ length: Math.min(1 + (next() % 3), rest.length) }, () =>
      rest.splice(next() % rest.length, 1),
    ).flat();
    const { minor: refunded, lines } = refund(current, group);
    expect(lines.every((line) => line >= 0)).toBe(true);
    expect(sumOf(lines)).toBe(refunded);
    expect(refunded).toBeLessThanOrEqual(current.refundable);
    refunds.push(refunded);
    current = {
      ...current,
      refundable: minus(current.refundable, refunded),
      refundedPrice: toAmount(plus(toCents(current.refundedPrice), sumOf(group))),
      refundedMinor: plus(current.refundedMinor ?? minor(0), refunded),
    };
  }
  return { refunds, left: current.refundable };
}

/** Few by default, all with THOROUGH=1. */
const numRuns = process.env.THOROUGH ? Math.ceil(30_000 * Number(process.env.THOROUGH)) : 1_000;

test('any sequence of partial returns refunds what one return of all the units does', () => {
  fc.assert(
    fc.property(order, picks, ({ terms, units }, choices) => {
      const atOnce = refund(terms, units);
      const { refunds, left } = refundInParts(terms, units, choices);

      expect(sumOf(refunds)).toBe(atOnce.minor);
      expect(left).toBe(terms.charge.amount - atOnce.minor);
    }),
    { numRuns },
  );
}, 120_000);

test('what goodwill refunds have left is the most that returns refund, in any sequence', () => {
  fc.assert(
    fc.property(order, picks, fc.double({ min: 0, max: 1, noNaN: true }), ({ terms, units }, choices, share) => {
      const refundable = minor(Math.floor(terms.charge.amount * share));
      const { refunds } = refundInParts({ ...terms, paidOnline: false, refundable }, units, choices);

      const due = refund({ ...terms, paidOnline: false }, units).minor;
      expect(sumOf(refunds)).toBe(Math.min(due, refundable));
    }),
    { numRuns },
  );
}, 120_000);
