import { expect, test } from 'vitest';
import { minor } from '../common/money.ts';
import { formatDay, formatMinor } from './amounts.ts';

test.each([
  [0, 'INR', 'INR 0.00'],
  [5, 'USD', 'USD 0.05'],
  [159_099, 'INR', 'INR 1,590.99'],
  [12_345_678_900, 'USD', 'USD 123,456,789.00'],
  [1_500, 'JPY', 'JPY 1,500'],
  [12_300, 'KWD', 'KWD 12.300'],
])('%i minor units of %s read %s', (amount, currency, text) => {
  expect(formatMinor(minor(amount), currency)).toBe(text);
});

test('a date reads day, month, year', () => {
  expect(formatDay('2026-01-05')).toBe('5 Jan 2026');
});
