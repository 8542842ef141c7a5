import { expect, test } from 'vitest';
import { kindsOf } from './product-kinds.ts';
import { limitsOf } from './search-limits.ts';

test.each([
  [{ maxPrice: 50 }, 'up to $50.00'],
  [{ minPrice: 100 }, 'from $100.00'],
  [{ minPrice: 50, maxPrice: 100 }, '$50.00 to $100.00'],
  [{ sizes: ['8', 'US 8'], maxPrice: 400 }, 'size 8, up to $400.00'],
  [{}, undefined],
])('limits of %o are %s', (search, text) => {
  expect(limitsOf(search)).toBe(text);
});

test('the kinds of products are the last words of their names, each once, up to three', () => {
  expect(kindsOf(['Aurora Ring', 'Champagne Coupes (Set of 2)', 'Amethyst Ring', 'Belt', 'Clutch'])).toEqual([
    'ring',
    'coupes',
    'belt',
  ]);
});
