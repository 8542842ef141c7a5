import { describe, expect, test } from 'vitest';
import { parseProductFilter, searchOf, withoutFilters } from './product-filter.ts';

const read = (search: string) => parseProductFilter(new URLSearchParams(search));
const normalized = (search: string) => searchOf(read(search));

describe('the address of a product list', () => {
  test('keeps every choice, in one order', () => {
    expect(normalized('size=M&tags=gift&tags=bridal&sortBy=newest&brand=Nocturne&category=Evening+Wear&rating=4')).toBe(
      '?category=Evening+Wear&brand=Nocturne&rating=4&sortBy=newest&tags=bridal&tags=gift&size=M',
    );
  });

  test.each([
    ['minPrice=0&maxPrice=50', '0-50'],
    ['maxPrice=50', '0-50'],
    ['minPrice=200', '200-'],
    ['minPrice=60.50&maxPrice=80', '60.5-80'],
    ['price=50-100', '50-100'],
    ['price=50-100&minPrice=1', '50-100'],
    ['price=', ''],
    ['minPrice=0', ''],
  ])('%s chooses the prices %s', (search, price) => {
    expect(read(search).price).toBe(price);
  });

  test('names prices by their bounds', () => {
    expect(normalized('price=50-100')).toBe('?minPrice=50&maxPrice=100');
    expect(normalized('price=200-')).toBe('?minPrice=200');
  });

  test('drops what a plain form sends for choices left open, and the order a list has anyway', () => {
    expect(normalized('category=&brand=&price=&rating=&sortBy=featured')).toBe('');
  });

  test.each(['minPrice=abc', 'rating=9', 'rating=-1', 'sortBy=constructor', 'tags=', 'utm_source=letter', 'q=%00'])(
    'passes over %s, which it does not understand',
    (search) => {
      expect(normalized(search)).toBe('');
    },
  );

  test('survives very long and odd values', () => {
    const filter = read(
      `q=${'é'.repeat(5_000)}&category=${'x'.repeat(5_000)}&${'tags=a'.repeat(1)}&tags=%E2%80%AE%00b`,
    );

    expect(filter.q).toHaveLength(200);
    expect(filter.category).toHaveLength(100);
    expect(read(searchOf(filter))).toEqual(filter);
  });
});

test('PLP-016 clearing the filters keeps the words of a search and the order', () => {
  const all = read('q=ring&category=Jewelry&brand=Nocturne&minPrice=50&rating=4&tags=gift&size=M&sortBy=newest');

  expect(searchOf(withoutFilters(all))).toBe('?q=ring&sortBy=newest');
});
