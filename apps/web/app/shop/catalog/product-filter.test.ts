import { describe, expect, test } from 'vitest';
import { parseProductFilter, searchOf, withoutFilters } from './product-filter.ts';

const read = (search: string) => parseProductFilter(new URLSearchParams(search));
const normalized = (search: string) => searchOf(read(search));

describe('the URL of a product list', () => {
  test('keeps every filter, in canonical order', () => {
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
  ])('%s selects the price range %s', (search, price) => {
    expect(read(search).price).toBe(price);
  });

  test('writes a price range as minPrice and maxPrice', () => {
    expect(normalized('price=50-100')).toBe('?minPrice=50&maxPrice=100');
    expect(normalized('price=200-')).toBe('?minPrice=200');
  });

  test('omits the empty fields of a plain form and the default sort', () => {
    expect(normalized('category=&brand=&price=&rating=&sortBy=featured')).toBe('');
  });

  test.each(['minPrice=abc', 'rating=9', 'rating=-1', 'sortBy=constructor', 'tags=', 'utm_source=newsletter', 'q=%00'])(
    'ignores %s',
    (search) => {
      expect(normalized(search)).toBe('');
    },
  );

  test('truncates very long values and drops control characters', () => {
    const filter = read(
      `q=${'é'.repeat(5_000)}&category=${'x'.repeat(5_000)}&${'tags=a'.repeat(1)}&tags=%E2%80%AE%00b`,
    );

    expect(filter.q).toHaveLength(200);
    expect(filter.category).toHaveLength(100);
    expect(read(searchOf(filter))).toEqual(filter);
  });
});

test('PLP-016 clearing the filters keeps the search query and the sort', () => {
  const all = read('q=ring&category=Jewelry&brand=Nocturne&minPrice=50&rating=4&tags=gift&size=M&sortBy=newest');

  expect(searchOf(withoutFilters(all))).toBe('?q=ring&sortBy=newest');
});
