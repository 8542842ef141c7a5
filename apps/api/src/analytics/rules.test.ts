import { describe, expect, test } from 'vitest';
import {
  abandonmentOf,
  changeOf,
  periodAfter,
  periodBefore,
  salesOverTime,
  spanOf,
  storableSearchQuery,
} from './rules.ts';

const sold = (day: string, cents: number) => ({ day, cents, orders: 1, units: 2, unpaidCents: 0 });

describe('a period', () => {
  test('is a month or a year with a previous and a next one', () => {
    expect(spanOf('2026-12')).toEqual({ grain: 'month', start: '2026-12-01', end: '2027-01-01' });
    expect(spanOf('2026')).toEqual({ grain: 'year', start: '2026-01-01', end: '2027-01-01' });
    expect([periodBefore(spanOf('2026-01')), periodAfter(spanOf('2026-12'))]).toEqual(['2025-12', '2027-01']);
    expect([periodBefore(spanOf('2026')), periodAfter(spanOf('2026'))]).toEqual(['2025', '2027']);
  });
});

describe('sales over time', () => {
  test('compares each day with the same day of the previous month, and the last day with its 31st', () => {
    const days = [sold('2026-01-31', 500), sold('2026-01-05', 300), sold('2026-02-05', 100), sold('2026-02-28', 200)];

    const { sales, totals, totalsBefore } = salesOverTime(days, spanOf('2026-02'), 'day', '2026-11-15');

    expect(sales).toHaveLength(28);
    expect(sales[4]).toMatchObject({ start: '2026-02-05', revenue: 1, before: { revenue: 3, orders: 1, units: 2 } });
    expect(sales[27]).toMatchObject({ start: '2026-02-28', revenue: 2, before: { revenue: 5 } });
    expect([totals.revenue, totalsBefore.revenue]).toEqual([3, 8]);
  });

  test('ends today and compares only the days up to today', () => {
    const days = [sold('2026-10-10', 300), sold('2026-10-20', 900), sold('2026-11-02', 100)];

    const { sales, totalsBefore } = salesOverTime(days, spanOf('2026-11'), 'day', '2026-11-15');

    expect(sales.at(-1)?.start).toBe('2026-11-15');
    expect(totalsBefore.revenue).toBe(3);
  });

  test('starts weeks on Monday or with the period', () => {
    const { sales } = salesOverTime([sold('2026-11-08', 100)], spanOf('2026-11'), 'week', '2026-11-15');

    expect(sales.map(({ start }) => start)).toEqual(['2026-11-01', '2026-11-02', '2026-11-09']);
    expect(sales[1]?.revenue).toBe(1);
  });

  test('groups a year by month and includes the leap day of the previous year', () => {
    const days = [sold('2024-02-29', 700), sold('2025-02-01', 100)];

    const { sales } = salesOverTime(days, spanOf('2025'), 'month', '2026-11-15');

    expect(sales).toHaveLength(12);
    expect(sales[1]).toMatchObject({ start: '2025-02-01', revenue: 1, before: { revenue: 7 } });
  });
});

test('changeOf returns percent, and null without a previous value', () => {
  expect([changeOf(150, 100), changeOf(99.9, 100), changeOf(0, 4), changeOf(5, 0), changeOf(null, 1)]).toEqual([
    50,
    -0.1,
    -100,
    null,
    null,
  ]);
});

test('abandonmentOf returns the share of abandoned carts, at least 0', () => {
  expect([abandonmentOf(4, 1), abandonmentOf(1, 3), abandonmentOf(0, 0)]).toEqual([0.75, 0, null]);
});

test('storableSearchQuery normalizes queries and drops personal data', () => {
  expect(storableSearchQuery('  Blue   Moon ')).toBe('blue moon');
  expect(storableSearchQuery('x'.repeat(200))).toHaveLength(80);
  expect([
    storableSearchQuery('ada@example.com'),
    storableSearchQuery('+44 20 7946 0958'),
    storableSearchQuery('4111 1111 1111 1111'),
    storableSearchQuery(' '),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});
