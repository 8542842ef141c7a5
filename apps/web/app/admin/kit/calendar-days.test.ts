import { expect, test } from 'vitest';
import { dayAfterKey, firstMonthShowing, ordered, weeksOf } from './date-range.tsx';
import { rangeText } from './range-text.ts';
import { keptBeside, presetUrl, rangeQuery } from './range-url.ts';

test('a month is shown in weeks from Monday on', () => {
  const weeks = weeksOf('2026-02-01');

  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-02-01']);
  expect(weeks.at(-1)?.slice(4)).toEqual(['2026-02-27', '2026-02-28', null]);
  expect(weeksOf('2026-08-15')).toHaveLength(6);
});

test.each([
  ['ArrowLeft', '2026-02-28'],
  ['ArrowRight', '2026-03-02'],
  ['ArrowUp', '2026-02-22'],
  ['ArrowDown', '2026-03-08'],
  ['Home', '2026-02-23'],
  ['End', '2026-03-01'],
  ['PageUp', '2026-02-01'],
  ['PageDown', '2026-04-01'],
  ['Enter', undefined],
])('%s on Sunday, March 1 moves to %s', (key, day) => {
  expect(dayAfterKey('2026-03-01', key)).toBe(day);
});

test('the shown months move only as far as needed', () => {
  expect(firstMonthShowing('2026-03-15', '2026-02-01')).toBe('2026-02-01');
  expect(firstMonthShowing('2026-04-01', '2026-02-01')).toBe('2026-03-01');
  expect(firstMonthShowing('2026-01-31', '2026-02-01')).toBe('2026-01-01');
});

test('two days are chosen in either order', () => {
  expect(ordered('2026-03-05', '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-05' });
});

test('a range names the year once, unless it spans two', () => {
  expect(rangeText({ from: '2026-11-15', to: '2026-11-15' })).toBe('Nov 15, 2026');
  expect(rangeText({ from: '2026-10-17', to: '2026-11-15' })).toBe('Oct 17 – Nov 15, 2026');
  expect(rangeText({ from: '2025-12-17', to: '2026-01-15' })).toBe('Dec 17, 2025 – Jan 15, 2026');
});

test('URLs of presets keep the rest of the page, and this month has no days', () => {
  const search = new URLSearchParams('from=2026-01-01&to=2026-01-31&compare=year&chart=orders');

  expect(presetUrl('/admin', search, 'yesterday', '2026-03-01')).toBe(
    '/admin?compare=year&chart=orders&from=2026-02-28&to=2026-02-28',
  );
  expect(presetUrl('/admin', search, 'thisMonth', '2026-03-01')).toBe('/admin?compare=year&chart=orders');
  expect(`${rangeQuery(search)}`).toBe('from=2026-01-01&to=2026-01-31&compare=year');
  expect(keptBeside(search)).toEqual([['chart', 'orders']]);
});
