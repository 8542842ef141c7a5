import { describe, expect, test } from 'vitest';
import { readPhrases } from './phrase-rules.ts';

const read = (query: string) => readPhrases(query.split(' '));

describe('prices in a query', () => {
  test.each([
    ['gifts under 50', { maxPriceCents: 5_000 }],
    ['gifts under $49.99', { maxPriceCents: 4_999 }],
    ['ring less than 100 dollars', { maxPriceCents: 10_000 }],
    ['ring up to 100', { maxPriceCents: 10_000 }],
    ['gown over 300', { minPriceCents: 30_000 }],
    ['gown at least $300', { minPriceCents: 30_000 }],
    ['ring between 50 and 100', { minPriceCents: 5_000, maxPriceCents: 10_000 }],
    ['ring from $100 to $50', { minPriceCents: 5_000, maxPriceCents: 10_000 }],
    ['ring $50-$100', { minPriceCents: 5_000, maxPriceCents: 10_000 }],
    ['ring over 50 under 100', { minPriceCents: 5_000, maxPriceCents: 10_000 }],
  ])('%s', (query, preference) => {
    expect(read(query).preference).toEqual(preference);
  });

  test.each(['under the sea', 'set of 2', 'over', 'between friends and 50', 'cry-001'])('none in %s', (query) => {
    expect(read(query).preference).toBeUndefined();
  });
});

describe('sizes in a query', () => {
  const SEVEN = ['7', 'US 7', 'UK 7', 'EU 7'];
  test.each([
    ['ring size 7', SEVEN],
    ['size 7 ring', SEVEN],
    ['ring size us 7', ['US 7']],
    ['gown US 8', ['US 8']],
    ['gown us8', ['US 8']],
    ['tee xl', ['XL']],
    ['dress size m', ['M']],
    ['medium size dress', ['M']],
    ['jeans waist 28', ['28', 'US 28', 'UK 28', 'EU 28']],
  ])('%s', (query, sizes) => {
    expect(read(query).preference).toEqual({ sizes });
  });

  test('none in "large vase" or "size chart"', () => {
    expect(read('large vase').preference).toBeUndefined();
    expect(read('size chart').preference).toBeUndefined();
  });
});

test('words of a price or size and words without meaning are not ranked, unless there are no others', () => {
  expect([...read('gifts for the home under 50').unranked]).toEqual(['under', '50', 'for', 'the']);
  expect([...read('for you').unranked]).toEqual([]);
});
