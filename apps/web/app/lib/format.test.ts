import { describe, expect, test } from 'vitest';
import { currencyWithCode, orderNumber, timeAgo } from './format.ts';

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
