import { earlierRange } from '@shop/contracts/analytics/date-range';
import { cents } from '@shop/contracts/common/money';
import { describe, expect, test } from 'vitest';
import {
  abandonmentOf,
  changeOf,
  type DayRows,
  figuresOf,
  figuresOverTime,
  granularityOf,
  piecesOf,
  storableSearchQuery,
} from './rules.ts';

const sold = (day: string, total: number) => ({
  day,
  cents: cents(total),
  orders: 1,
  units: 2,
  unpaidCents: cents(0),
  returningOrders: 0,
});
const rowsOf = (...sales: DayRows['sales']): DayRows => ({ sales, refunds: [], counts: [] });

function overTime(range: { from: string; to: string }, by: 'day' | 'week' | 'month', now: DayRows, past?: DayRows) {
  const earlier = earlierRange(range, 'previous');
  return figuresOverTime(now, past && earlier ? { rows: past, range: earlier } : null, range, by);
}

describe('figures over time', () => {
  const february = { from: '2026-02-01', to: '2026-02-28' };

  test('compare each day with the same day of the previous month, and the last day with its 31st', () => {
    const { points, totals, totalsBefore } = overTime(
      february,
      'day',
      rowsOf(sold('2026-02-05', 100), sold('2026-02-28', 200)),
      rowsOf(sold('2026-01-05', 300), sold('2026-01-31', 500)),
    );

    expect(points).toHaveLength(28);
    expect(points[4]).toMatchObject({ start: '2026-02-05', revenue: 1, before: { revenue: 3, orders: 1, units: 2 } });
    expect(points[27]).toMatchObject({ start: '2026-02-28', revenue: 2, before: { revenue: 5 } });
    expect([totals.revenue, totalsBefore?.revenue]).toEqual([3, 8]);
  });

  test('have no earlier figures without a comparison', () => {
    const { points, totalsBefore } = overTime(february, 'day', rowsOf(sold('2026-02-05', 100)));

    expect([points[0]?.before, totalsBefore]).toEqual([null, null]);
  });

  test('start weeks on Monday or with the range', () => {
    const { points } = overTime({ from: '2026-11-01', to: '2026-11-15' }, 'week', rowsOf(sold('2026-11-08', 100)));

    expect(points.map(({ start }) => start)).toEqual(['2026-11-01', '2026-11-02', '2026-11-09']);
    expect(points[1]?.revenue).toBe(1);
  });

  test('group a year by month and include the leap day of the previous year', () => {
    const { points } = overTime(
      { from: '2025-01-01', to: '2025-12-31' },
      'month',
      rowsOf(sold('2025-02-01', 100)),
      rowsOf(sold('2024-02-29', 700)),
    );

    expect(points).toHaveLength(12);
    expect(points[1]).toMatchObject({ start: '2025-02-01', revenue: 1, before: { revenue: 7 } });
  });
});

describe('figures', () => {
  test('are sums, and shares of orders and carts', () => {
    expect(
      figuresOf({
        sales: [
          { day: '2026-03-01', orders: 3, units: 5, cents: cents(10_001), unpaidCents: cents(0), returningOrders: 1 },
          { day: '2026-03-02', orders: 1, units: 1, cents: cents(0), unpaidCents: cents(0), returningOrders: 0 },
        ],
        refunds: [{ day: '2026-03-02', refunds: 2, cents: cents(1_250) }],
        counts: [
          { metric: 'carts', day: '2026-03-01', count: 8 },
          { metric: 'customers', day: '2026-03-02', count: 3 },
          { metric: 'visits', day: '2026-03-02', count: 100 },
        ],
      }),
    ).toEqual({
      revenue: 100.01,
      orders: 4,
      units: 6,
      average: 25,
      customers: 3,
      returning: 0.25,
      refunds: 12.5,
      refundCount: 2,
      abandonment: 0.5,
    });
  });

  test('are null where there is nothing to divide by', () => {
    expect(figuresOf(rowsOf())).toMatchObject({ revenue: 0, average: null, returning: null, abandonment: null });
  });
});

describe('the parts of a range', () => {
  const partsOf = (from: string, to: string, today = '2026-11-15') =>
    piecesOf({ from, to }, today).map(({ grain, start }) => `${grain} ${start}`);

  test('are whole years, months and single days', () => {
    expect(partsOf('2023-12-31', '2025-02-02')).toEqual([
      'day 2023-12-31',
      'year 2024-01-01',
      'month 2025-01-01',
      'day 2025-02-01',
      'day 2025-02-02',
    ]);
  });

  test('cover the rest of the month and the year if the range ends today', () => {
    expect(partsOf('2026-11-01', '2026-11-15')).toEqual(['month 2026-11-01']);
    expect(partsOf('2026-01-01', '2026-11-15')).toEqual(['year 2026-01-01']);
    expect(partsOf('2026-11-01', '2026-11-14')).toHaveLength(14);
  });
});

test('granularityOf groups more than three months by month', () => {
  expect(granularityOf({ from: '2026-01-01', to: '2026-03-31' })).toBe('day');
  expect(granularityOf({ from: '2026-01-01', to: '2026-12-31' })).toBe('month');
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
  expect(storableSearchQuery(`${'x'.repeat(79)}\u{1F300}\u{1F300}`)).toBe(`${'x'.repeat(79)}\u{1F300}`);
  expect(storableSearchQuery(`${'x'.repeat(79)} x`)).toBe('x'.repeat(79));
  expect(storableSearchQuery('a\0b\ud800')).toBe('a b\ufffd');
  expect([
    storableSearchQuery('ada@example.com'),
    storableSearchQuery('+44 20 7946 0958'),
    storableSearchQuery('4111 1111 1111 1111'),
    storableSearchQuery(' '),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});
