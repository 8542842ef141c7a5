import { describe, expect, test } from 'vitest';
import { demandCountOf, remedyRow, searchRow, splitKey } from './demand-rules.ts';

describe('a page view counts', () => {
  test('a search by its normalized query, with and without results', () => {
    expect(demandCountOf({ counter: 'searches', query: '  Evening   BAG ', found: true })).toEqual({
      of: 'search',
      key: 'found evening bag',
    });
    expect(demandCountOf({ counter: 'searches', query: 'Bag', found: false })?.key).toBe('empty bag');
    expect(demandCountOf({ counter: 'searchClicks', query: 'Bag' })?.key).toBe('click bag');
  });

  test.each(['ada@example.com', '4111 1111 1111 1111', '   '])('no search for %j', (query) => {
    expect(demandCountOf({ counter: 'searches', query, found: false })).toBeUndefined();
    expect(demandCountOf({ counter: 'searchClicks', query })).toBeUndefined();
  });

  test('a sold-out product and a sold-out variant by id', () => {
    const id = 'AAAAAAAA-0000-7000-8000-000000000001';
    expect(demandCountOf({ counter: 'soldOutProducts', id })?.key).toBe(`product ${id.toLowerCase()}`);
    expect(demandCountOf({ counter: 'soldOutVariants', id })?.key).toBe(`variant ${id.toLowerCase()}`);
  });

  test('nothing for a step of the funnel', () => {
    expect(demandCountOf({ counter: 'visits' })).toBeUndefined();
  });
});

test('a key is split at its first space', () => {
  expect(splitKey('found evening bag')).toEqual(['found', 'evening bag']);
});

describe('lost interest of a search', () => {
  const figures = { query: 'bag', searches: 10, zeroResults: 4, clicks: 5 };

  test('is its searches with no results, or those with results and no click', () => {
    expect(searchRow('noResults', figures).lost).toBe(4);
    expect(searchRow('noClicks', figures).lost).toBe(1);
  });

  test('is never negative: one search can open several products', () => {
    expect(searchRow('noClicks', { ...figures, clicks: 9 }).lost).toBe(0);
  });
});

describe('what a remedy brought', () => {
  const remedy = {
    key: 'bag',
    name: 'bag',
    options: {},
    productId: null,
    available: null,
    remedy: 'synonym',
    doneAt: new Date('2026-05-01T10:00:00Z'),
    searches: 12,
    searchesBefore: 3,
    clicks: 9,
    clicksBefore: 0,
    sold: 5,
    soldBefore: 7,
  } as const;

  test('are the searches and clicks since then', () => {
    expect(remedyRow({ ...remedy, subject: 'search' }).remedy).toEqual({
      remedy: 'synonym',
      doneAt: '2026-05-01T10:00:00.000Z',
      searches: 9,
      clicks: 9,
      units: null,
    });
  });

  test('is nothing if more units were returned than sold since then', () => {
    expect(remedyRow({ ...remedy, subject: 'product' }).remedy).toMatchObject({
      searches: null,
      clicks: null,
      units: 0,
    });
  });
});
