import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayIn, daysBetween, momentAt, plusDays } from '../common/days.ts';
import { COUNTRIES } from '../identity/constants.ts';
import {
  DEFAULT_DELIVERY,
  type DeliveryRules,
  estimateDelivery,
  formatDay,
  formatDays,
  homeCountry,
} from './delivery.ts';
import { DeliverySettings } from './delivery-schema.ts';

const NEW_YORK: DeliveryRules = { ...DEFAULT_DELIVERY, timeZone: 'America/New_York' };
const datesOf = (now: string, changes: Partial<DeliveryRules> = {}, country = 'United States') => {
  const { earliest, latest } = estimateDelivery({
    now: new Date(now),
    method: 'standard',
    country,
    rules: { ...NEW_YORK, ...changes },
  });
  return [earliest, latest];
};

describe('the arrival of an order', () => {
  test('is cut-off, packing and transit in working days', () => {
    // Tuesday, Nov 17, 13:59 in New York: packed on Wednesday, 3 to 5 working days in transit.
    expect(datesOf('2026-11-17T18:59:00Z')).toEqual(['2026-11-23', '2026-11-25']);
  });

  test('is a working day later from the cut-off time on', () => {
    expect(datesOf('2026-11-17T19:00:00Z')).toEqual(['2026-11-24', '2026-11-26']);
  });

  test('counts no weekends and no holidays, in packing and in transit', () => {
    // Friday after the cut-off: the order counts as placed on Monday.
    expect(datesOf('2026-11-20T20:00:00Z')).toEqual(['2026-11-27', '2026-12-01']);
    expect(datesOf('2026-11-20T20:00:00Z', { holidays: ['2026-11-26', '2026-11-23'] })).toEqual([
      '2026-12-01',
      '2026-12-03',
    ]);
  });

  test('uses the times of everywhere else for a country in no zone', () => {
    expect(datesOf('2026-11-17T12:00:00Z', {}, 'Norway')).toEqual(['2026-12-02', '2026-12-09']);
  });

  test.each([
    // The same moment before and after the clocks change: 14:00 is 18:00 UTC in summer and 19:00 UTC in winter.
    ['2026-10-30T18:00:00Z', '2026-11-02T19:00:00.000Z'],
    ['2026-10-30T17:59:00Z', '2026-10-30T18:00:00.000Z'],
    ['2026-11-02T18:30:00Z', '2026-11-02T19:00:00.000Z'],
  ])('of an order at %s is the same until %s', (now, orderBy) => {
    const query = { method: 'standard', country: 'Canada', rules: NEW_YORK } as const;
    expect(estimateDelivery({ ...query, now: new Date(now) }).orderBy).toBe(orderBy);
  });
});

const days = fc.integer({ min: 0, max: 8 });
const transit = fc.tuple(days, days).map(([min, more]) => ({ min, max: min + more }));
const zone = fc.record({ standard: transit, express: transit });
const START = '2026-01-01';
const anyDay = fc.integer({ min: 0, max: 400 }).map((count) => plusDays(START, count));
const anyRules: fc.Arbitrary<DeliveryRules> = fc.record({
  cutOff: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => `${part}`.padStart(2, '0')).join(':')),
  packingDays: days,
  workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  holidays: fc.array(anyDay, { maxLength: 30 }),
  zones: zone.map((times) => [{ countries: ['India'], ...times }]),
  elsewhere: zone,
  timeZone: fc.constantFrom(
    'UTC',
    'America/New_York',
    'Asia/Kolkata',
    'Pacific/Auckland',
    'America/Santiago',
    'Europe/London',
    'Pacific/Apia',
    'Australia/Lord_Howe',
  ),
});
const anyMoment = fc.integer({ min: 0, max: 400 * 24 * 60 }).map((minutes) => Date.parse(START) + minutes * 60_000);
const anyQuery = fc.record({
  now: anyMoment,
  method: fc.constantFrom('standard', 'express'),
  country: fc.constantFrom(...COUNTRIES),
  rules: anyRules,
});

describe('for any rules', () => {
  test('the dates are working days in order, and not before today', () => {
    fc.assert(
      fc.property(anyQuery, ({ now, ...query }) => {
        const { rules } = query;
        const found = estimateDelivery({ ...query, now: new Date(now) });

        const inOrder = [dayIn(new Date(now), rules.timeZone), found.dispatchBy, found.earliest, found.latest];
        expect(inOrder.toSorted()).toEqual(inOrder);
        for (const day of inOrder.slice(1)) {
          expect(rules.workingDays).toContain(new Date(day).getUTCDay() || 7);
          expect(rules.holidays).not.toContain(day);
        }
      }),
    );
  });

  test('at least packing and transit lie between the order and its arrival', () => {
    fc.assert(
      fc.property(anyQuery, ({ now, ...query }) => {
        const { rules, method, country } = query;
        const { earliest, latest, orderBy } = estimateDelivery({ ...query, now: new Date(now) });
        const { min, max } = (country === 'India' ? rules.zones[0] : rules.elsewhere)?.[method] ?? { min: 0, max: 0 };

        const ordered = dayIn(new Date(orderBy), rules.timeZone);
        expect(daysBetween(ordered, earliest)).toBeGreaterThanOrEqual(rules.packingDays + min);
        expect(daysBetween(ordered, latest)).toBeGreaterThanOrEqual(rules.packingDays + max);
      }),
    );
  });

  test('the dates are the same until the moment that they name, and later ones never earlier', () => {
    fc.assert(
      fc.property(anyQuery, fc.integer({ min: 0, max: 20 * 24 * 60 }), ({ now, ...query }, minutes) => {
        const found = estimateDelivery({ ...query, now: new Date(now) });
        const orderBy = Date.parse(found.orderBy);
        expect(orderBy).toBeGreaterThan(now);
        expect(estimateDelivery({ ...query, now: new Date(orderBy - 1) })).toEqual(found);
        expect(estimateDelivery({ ...query, now: new Date(orderBy) }).orderBy > found.orderBy).toBe(true);

        const later = estimateDelivery({ ...query, now: new Date(now + minutes * 60_000) });
        expect(later.earliest >= found.earliest && later.latest >= found.latest).toBe(true);
      }),
    );
  });

  test('the moment is the cut-off time on the store’s clocks', () => {
    fc.assert(
      fc.property(anyQuery, ({ now, ...query }) => {
        const { timeZone, cutOff } = query.rules;
        const { orderBy } = estimateDelivery({ ...query, now: new Date(now) });
        const day = dayIn(new Date(orderBy), timeZone);
        expect(orderBy).toBe(momentAt(`${day}T${cutOff}`, timeZone).toISOString());
      }),
    );
  });
});

test.each([
  ['2026-11-19', '2026-11-24', 'Nov 19–24'],
  ['2026-11-29', '2026-12-03', 'Nov 29–Dec 3'],
  ['2026-11-19', '2026-11-19', 'Nov 19'],
  ['2027-01-04', '2027-01-06', 'Jan 4–6, 2027'],
  ['2027-01-29', '2027-02-02', 'Jan 29–Feb 2, 2027'],
  ['2026-12-30', '2027-01-04', 'Dec 30, 2026–Jan 4, 2027'],
  ['2025-11-19', '2025-11-24', 'Nov 19–24, 2025'],
])('%s to %s reads as %s', (earliest, latest, text) => {
  expect(formatDays({ earliest, latest }, '2026-11-17')).toBe(text);
});

test('a day has its year only if it is another one', () => {
  expect([formatDay('2026-12-05', '2026-11-17'), formatDay('2027-01-05', '2026-11-17')]).toEqual([
    'Dec 5',
    'Jan 5, 2027',
  ]);
});

test('visitors are in the country of the seller, unless the store does not ship there', () => {
  expect([homeCountry('India'), homeCountry('Norway'), homeCountry('')]).toEqual([
    'India',
    'United States',
    'United States',
  ]);
});

describe('the delivery settings', () => {
  test('accept the defaults', () => {
    expect(DeliverySettings.parse(DEFAULT_DELIVERY)).toEqual(DEFAULT_DELIVERY);
  });

  test('store working days and holidays once and in order', () => {
    const saved = DeliverySettings.parse({
      ...DEFAULT_DELIVERY,
      workingDays: [5, 1, 5],
      holidays: ['2026-12-25', '2026-01-01', '2026-12-25'],
    });
    expect([saved.workingDays, saved.holidays]).toEqual([
      [1, 5],
      ['2026-01-01', '2026-12-25'],
    ]);
  });

  test.each([
    ['no working day', { workingDays: [] }],
    ['a malformed cut-off time', { cutOff: '24:00' }],
    ['a date that does not exist', { holidays: ['2026-02-30'] }],
    ['a negative packing time', { packingDays: -1 }],
    [
      'a slowest transit below the fastest',
      { elsewhere: { standard: { min: 5, max: 4 }, express: { min: 1, max: 2 } } },
    ],
    ['a country that the store does not ship to', { zones: [{ ...DEFAULT_DELIVERY.zones[0], countries: ['Norway'] }] }],
    ['a country in two zones', { zones: [DEFAULT_DELIVERY.zones[0], DEFAULT_DELIVERY.zones[0]] }],
  ])('reject %s', (_case, changes) => {
    expect(DeliverySettings.safeParse({ ...DEFAULT_DELIVERY, ...changes }).success).toBe(false);
  });
});
