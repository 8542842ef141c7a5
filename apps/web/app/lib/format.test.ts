import { expect, test } from 'vitest';
import { currencyWithCode, dayText, orderNumber } from './format.ts';

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

test('a calendar day has no time zone', () => {
  expect(dayText('2024-03-05')).toBe('Mar 5, 2024');
});
