import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@shop/contracts/common/time';
import { describe, expect, test } from 'vitest';
import { datesIn } from './dates.ts';
import { knownTimeZone } from './store-time.ts';

const now = new Date('2024-03-12T12:00:00Z');
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const { timeAgo } = datesIn('UTC');

describe('the relative time', () => {
  test.each([
    ['NOTE-010', 0, 'Just now'],
    ['NOTE-010', 59 * SECOND_MS, 'Just now'],
    ['NOTE-011', MINUTE_MS, '1 minute ago'],
    ['NOTE-011', 2 * MINUTE_MS, '2 minutes ago'],
    ['NOTE-011', HOUR_MS - SECOND_MS, '59 minutes ago'],
    ['NOTE-012', HOUR_MS, '1 hour ago'],
    ['NOTE-012', DAY_MS - SECOND_MS, '23 hours ago'],
    ['NOTE-013', DAY_MS, 'Yesterday'],
    ['NOTE-013', 2 * DAY_MS - SECOND_MS, 'Yesterday'],
    ['NOTE-014', 2 * DAY_MS, '2 days ago'],
    ['NOTE-014', 7 * DAY_MS - SECOND_MS, '6 days ago'],
    ['NOTE-015', 7 * DAY_MS, 'Mar 5, 2024'],
  ])('%s: %i ms ago is shown as %s', (_row, age, expected) => {
    expect(timeAgo(before(age), now)).toBe(expected);
  });
});

describe('dates in the store’s time zone', () => {
  test.each([
    ['UTC', 'Mar 5, 2024', /^Mar 5, 2024, 8:05\sPM UTC$/, 'Mar 5, 2024, 20:05:09 UTC'],
    ['Asia/Kolkata', 'Mar 6, 2024', /^Mar 6, 2024, 1:35\sAM GMT\+5:30$/, 'Mar 6, 2024, 01:35:09 GMT+5:30'],
    ['America/New_York', 'Mar 5, 2024', /^Mar 5, 2024, 3:05\sPM EST$/, 'Mar 5, 2024, 15:05:09 EST'],
  ])('name the zone %s with a time', (zone, date, minute, second) => {
    const { shortDate, dateTime, exactTime } = datesIn(zone);
    const moment = '2024-03-05T20:05:09Z';

    expect(shortDate(new Date(moment))).toBe(date);
    expect(dateTime(new Date(moment))).toMatch(minute);
    expect(exactTime(moment)).toBe(second);
  });

  test('are in UTC if the browser does not have the zone', () => {
    const { exactTime } = datesIn(knownTimeZone('Mars/Olympus'));

    expect(exactTime('2024-03-05T20:05:09Z')).toBe('Mar 5, 2024, 20:05:09 UTC');
  });
});
