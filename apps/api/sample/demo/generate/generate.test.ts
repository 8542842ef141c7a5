import { expect, test } from 'vitest';
import { latestOffer, momentOf, yearBefore } from './calendar.ts';
import { diceOf } from './random.ts';

const NOW = new Date('2026-11-17T09:30:00.000Z');
const weightOf = (day: string) =>
  yearBefore(NOW).find(({ start }) => start.toISOString().startsWith(day))?.weight ?? Number.NaN;

test('the numbers of a seed are the same every time, and differ from those of another seed', () => {
  const rollTen = (seed: number) => {
    const dice = diceOf(seed);
    return Array.from({ length: 10 }, () => dice.int(1, 1_000));
  };
  expect(rollTen(7)).toEqual(rollTen(7));
  expect(rollTen(7)).not.toEqual(rollTen(8));
});

test('an id starts with its time and ends with the number of the order', () => {
  expect(diceOf(1).idAt(NOW, '0123abcd')).toMatch(/^01a1e8d7-81c0-7[\da-f]{3}-8[\da-f]{3}-[\da-f]{4}0123abcd$/);
});

test('the year has 365 days up to today, of which only the past part counts', () => {
  const days = yearBefore(NOW);
  expect(days).toHaveLength(365);
  expect(days[0]?.start.toISOString()).toBe('2025-11-18T00:00:00.000Z');
  expect(days.at(-1)?.start.toISOString()).toBe('2026-11-17T00:00:00.000Z');
  expect(weightOf('2026-11-17')).toBeLessThan(0.6 * weightOf('2026-11-16'));
});

test.each([
  ['a Saturday', 'a Tuesday', '2026-06-13', '2026-06-16'],
  ['the week before Diwali', 'the week after it', '2026-11-04', '2026-11-11'],
  ['the week before Christmas', 'a Saturday in January', '2025-12-20', '2026-01-17'],
  ['the week before Valentine’s Day', 'a Tuesday in March', '2026-02-10', '2026-03-10'],
])('%s sells more than %s', (_more, _less, high, low) => {
  expect(weightOf(high)).toBeGreaterThan(1.3 * weightOf(low));
});

test('no moment of today is in the future', () => {
  const dice = diceOf(3);
  const today = yearBefore(NOW).at(-1);
  if (!today) throw new Error('The year has no days.');
  const moments = Array.from({ length: 200 }, () => momentOf(dice, today, NOW));
  expect(moments.every((moment) => moment >= today.start && moment < NOW)).toBe(true);
});

test('the latest offer of a festival is the one that has begun last', () => {
  expect(latestOffer('diwali', NOW)?.startsAt.toISOString()).toBe('2026-10-25T00:00:00.000Z');
  expect(latestOffer('christmas', NOW)?.endsAt.toISOString()).toBe('2025-12-26T00:00:00.000Z');
});
