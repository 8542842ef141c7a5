import { expect, test } from 'vitest';
import { searchQueryOf } from './page-views.ts';

const STORE = 'https://store.example';

test.each([
  ['the search page', `${STORE}/search?q=evening+bag&sortBy=price`, 'evening bag'],
  ['the search page of another site', 'https://other.example/search?q=bag', undefined],
  ['the search page without a query', `${STORE}/search?q=+`, undefined],
  ['another page', `${STORE}/products?q=bag`, undefined],
  ['no referrer', '', undefined],
])('the query of %s', (_page, url, query) => {
  expect(searchQueryOf(url, STORE)).toBe(query);
});
