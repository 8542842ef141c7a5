import { afterEach, describe, expect, test } from 'vitest';
import { currencyWithCode, dateTime, dayText, exactTime, orderNumber, shortDate, timeAgo } from './format.ts';
import { setStoreTimeZone } from './store/time.ts';

const now = new Date('2024-03-12T12:00:00Z');
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('the relative time', () => {
  test.each([
    ['NOTE-010', 0, 'Just now'],
    ['NOTE-010', 59 * SECOND, 'Just now'],
    ['NOTE-011', MINUTE, '1 minute ago'],
    ['NOTE-011', 2 * MINUTE, '2 minutes ago'],
    ['NOTE-011', HOUR - SECOND, '59 minutes ago'],
    ['NOTE-012', HOUR, '1 hour ago'],
    ['NOTE-012', DAY - SECOND, '23 hours ago'],
    ['NOTE-013', DAY, 'Yesterday'],
    ['NOTE-013', 2 * DAY - SECOND, 'Yesterday'],
    ['NOTE-014', 2 * DAY, '2 days ago'],
    ['NOTE-014', 7 * DAY - SECOND, '6 days ago'],
    ['NOTE-015', 7 * DAY, 'Mar 5, 2024'],
  ])('%s: %i ms ago is shown as %s', (_row, age, expected) => {
    expect(timeAgo(before(age), now)).toBe(expected);
  });
});

test.each([
  ['INR', 'Indian rupees (INR)'],
  ['USD', 'US dollars (USD)'],
  ['JPY', 'Japanese yen (JPY)'],
])('the currency %s is shown as %s', (code, expected) => {
  expect(currencyWithCode(code)).toBe(expected);
});

test('the order number is the last 8 characters of the order id', () => {
  expect(orderNumber('01934f6e-7b3c-7d2a-9f00-0a1b2c3d4e5f')).toBe('2c3d4e5f');
});

describe('dates in the store’s time zone', () => {
  afterEach(() => setStoreTimeZone('UTC'));

  test.each([
    ['UTC', 'Mar 5, 2024', /^Mar 5, 2024, 8:05\sPM UTC$/, 'Mar 5, 2024, 20:05:09 UTC'],
    ['Asia/Kolkata', 'Mar 6, 2024', /^Mar 6, 2024, 1:35\sAM GMT\+5:30$/, 'Mar 6, 2024, 01:35:09 GMT+5:30'],
    ['America/New_York', 'Mar 5, 2024', /^Mar 5, 2024, 3:05\sPM EST$/, 'Mar 5, 2024, 15:05:09 EST'],
  ])('name the zone %s with a time', (zone, date, minute, second) => {
    setStoreTimeZone(zone);
    const moment = '2024-03-05T20:05:09Z';

    expect(shortDate(new Date(moment))).toBe(date);
    expect(dateTime(new Date(moment))).toMatch(minute);
    expect(exactTime(moment)).toBe(second);
  });

  test('are in UTC if the browser does not have the zone', () => {
    setStoreTimeZone('Mars/Olympus');

    expect(exactTime('2024-03-05T20:05:09Z')).toBe('Mar 5, 2024, 20:05:09 UTC');
  });

  test('leave a calendar day as it is', () => {
    setStoreTimeZone('America/New_York');

    expect(dayText('2024-03-05')).toBe('Mar 5, 2024');
  });
});
