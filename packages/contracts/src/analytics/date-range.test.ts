import { describe, expect, test } from 'vitest';
import { PRESETS } from './constants.ts';
import { earlierRange, laterDay, presetRange, resolveRange } from './date-range.ts';

const daysOf = ({ from, to }: { from: string; to: string }) => [from, to];

describe('a preset', () => {
  test.each([
    ['today', ['2026-03-31', '2026-03-31']],
    ['yesterday', ['2026-03-30', '2026-03-30']],
    ['last7', ['2026-03-25', '2026-03-31']],
    ['last30', ['2026-03-02', '2026-03-31']],
    ['thisMonth', ['2026-03-01', '2026-03-31']],
    ['lastMonth', ['2026-02-01', '2026-02-28']],
    ['thisYear', ['2026-01-01', '2026-03-31']],
  ] as const)('%s at the end of March is %j', (preset, expected) => {
    expect(daysOf(presetRange(preset, '2026-03-31'))).toEqual(expected);
  });

  test('never ends before it starts, also on the first day of a year', () => {
    for (const preset of PRESETS) {
      const { from, to } = presetRange(preset, '2026-01-01');
      expect(from <= to).toBe(true);
    }
    expect(daysOf(presetRange('lastMonth', '2026-01-01'))).toEqual(['2025-12-01', '2025-12-31']);
  });
});

describe('the earlier range', () => {
  test.each([
    ['this month so far', ['2026-05-01', '2026-05-15'], ['2026-04-01', '2026-04-15']],
    ['a month that is complete', ['2026-02-01', '2026-02-28'], ['2026-01-01', '2026-01-31']],
    ['a month longer than the one before', ['2026-03-01', '2026-03-30'], ['2026-02-01', '2026-02-28']],
    ['a year so far', ['2026-01-01', '2026-05-15'], ['2025-01-01', '2025-05-15']],
    ['a single day', ['2026-03-01', '2026-03-01'], ['2026-02-28', '2026-02-28']],
    ['days across months', ['2026-02-25', '2026-03-03'], ['2026-02-18', '2026-02-24']],
  ] as const)('of %s is that of the period before', (_what, [from, to], expected) => {
    const earlier = earlierRange({ from, to }, 'previous');

    expect(earlier && daysOf(earlier)).toEqual(expected);
  });

  test.each([
    [
      ['2026-02-01', '2026-02-28'],
      ['2025-02-01', '2025-02-28'],
    ],
    [
      ['2025-02-01', '2025-02-28'],
      ['2024-02-01', '2024-02-29'],
    ],
    [
      ['2024-02-29', '2024-02-29'],
      ['2023-02-28', '2023-02-28'],
    ],
  ] as const)('a year before %j is %j', ([from, to], expected) => {
    const earlier = earlierRange({ from, to }, 'year');

    expect(earlier && daysOf(earlier)).toEqual(expected);
  });

  test('is none without a comparison', () => {
    expect(earlierRange({ from: '2026-05-01', to: '2026-05-15' }, 'none')).toBeNull();
  });

  test('adds days that the later range lacks to its last day', () => {
    const february = { from: '2025-02-01', to: '2025-02-28' };
    const january = earlierRange(february, 'previous');

    expect(january && ['2025-01-05', '2025-01-31'].map((day) => laterDay(day, january, february))).toEqual([
      '2025-02-05',
      '2025-02-28',
    ]);
  });
});

test('February 29 is compared with February 28 of the year before', () => {
  const range = { from: '2028-02-29', to: '2028-03-05' };
  const earlier = earlierRange(range, 'year');

  expect(earlier && laterDay('2027-02-28', earlier, range)).toBe('2028-02-29');
});

describe('the range of a query', () => {
  test('is this month so far without days, compared with last month even on its first day', () => {
    const range = resolveRange({}, '2026-03-01');

    expect(range).toMatchObject({ from: '2026-03-01', to: '2026-03-01', isDefault: true });
    expect(range.before).toMatchObject({ from: '2026-02-01', to: '2026-02-01' });
  });

  test('compares a chosen month with the one before even on its first day', () => {
    expect(resolveRange({ from: '2026-03-01', to: '2026-03-31' }, '2026-03-01').before).toMatchObject({
      from: '2026-02-01',
      to: '2026-02-01',
    });
  });

  test('compares one chosen day with the day before', () => {
    expect(resolveRange({ from: '2026-03-01', to: '2026-03-01' }, '2026-03-01').before).toMatchObject({
      from: '2026-02-28',
      to: '2026-02-28',
    });
  });

  test('ends today if it has begun, and may lie in the future', () => {
    expect(daysOf(resolveRange({ from: '2026-03-01', to: '2026-03-31' }, '2026-03-10'))).toEqual([
      '2026-03-01',
      '2026-03-10',
    ]);
    expect(daysOf(resolveRange({ from: '2026-04-01', to: '2026-04-30' }, '2026-03-10'))).toEqual([
      '2026-04-01',
      '2026-04-30',
    ]);
    expect(daysOf(resolveRange({ to: '2026-02-10' }, '2026-03-10'))).toEqual(['2026-02-01', '2026-02-10']);
  });
});
