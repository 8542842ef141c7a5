import { SORTS } from '@shop/contracts/catalog/constants';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { SortBy } from '@shop/contracts/catalog/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor, facetKeyOf, productFilter, queryWords } from './rules.ts';

const ID = '01890000-0000-7000-8000-000000000000';

describe('cursor', () => {
  const anySort = fc.constantFrom<SortBy>(...SORTS);

  test('decodes to what was encoded', () => {
    fc.assert(
      fc.property(anySort, fc.array(fc.maxSafeInteger(), { maxLength: 3 }), fc.uuid(), (order, numbers, id) => {
        const cursor = { order, values: numbers.map(String), id };
        expect(decodeCursor(encodeCursor(cursor), { [order]: numbers.length })).toEqual(cursor);
      }),
    );
  });

  test('is rejected for another sort order', () => {
    const cursor = encodeCursor({ order: 'newest', values: ['1'], id: ID });

    expect(() => decodeCursor(cursor, { popular: 1 })).toThrow(catalogMessages.invalidCursor);
    expect(() => decodeCursor(cursor, { newest: 2 })).toThrow(catalogMessages.invalidCursor);
  });

  test('is rejected if malformed', () => {
    fc.assert(
      fc.property(fc.string(), anySort, (text, sortBy) => {
        expect(() => decodeCursor(text, { [sortBy]: 1 })).toThrow(catalogMessages.invalidCursor);
      }),
    );
    for (const value of ["1'; drop table products; --", 'NaN', '1e9', '', '99999999999999999']) {
      expect(() => decodeCursor(encodeCursor({ order: 'newest', values: [value], id: ID }), { newest: 1 })).toThrow(
        catalogMessages.invalidCursor,
      );
    }
  });
});

describe('product filter', () => {
  test('ignores empty form values', () => {
    const open = productFilter({
      category: '',
      brand: '',
      minPrice: '',
      maxPrice: '',
      rating: '',
      tags: [],
      sortBy: '',
    });

    expect(Object.values(open).every((value) => value === undefined)).toBe(true);
  });

  test('converts prices to cents', () => {
    expect(productFilter({ minPrice: 0, maxPrice: 19.99 })).toMatchObject({ minPriceCents: 0, maxPriceCents: 1_999 });
  });

  test('splits a search into words', () => {
    expect(queryWords('  silver  ring ')).toEqual(['silver', 'ring']);
    expect(queryWords('  ')).toEqual([]);
    expect(queryWords(undefined)).toBeUndefined();
  });

  test.each([
    [{}, { band: 0, stars: 0 }],
    [{ minPrice: 0 }, { band: 0, stars: 0 }],
    [{ maxPrice: 50 }, { band: 1, stars: 0 }],
    [
      { minPrice: 0, maxPrice: 50, rating: 4 },
      { band: 1, stars: 4 },
    ],
    [
      { minPrice: 50, maxPrice: 100 },
      { band: 2, stars: 0 },
    ],
    [{ minPrice: 200 }, { band: 4, stars: 0 }],
  ])('%o has a precomputed count', (query, choice) => {
    const labels = { categoryId: ID, brandId: undefined };
    expect(facetKeyOf(productFilter(query, labels))).toEqual({ ...labels, ...choice });
  });

  test.each([
    [{ minPrice: 1 }],
    [{ minPrice: 50, maxPrice: 99 }],
    [{ rating: 3.5 }],
    [{ rating: 5 }],
    [{ tags: ['gift'] }],
    [{ size: ['S'] }],
  ])('%o has no precomputed count', (query) => {
    expect(facetKeyOf(productFilter(query))).toBeUndefined();
  });
});
