import { COUNT_MAX } from '@shop/contracts/catalog/constants';
import type { ProductQuery } from '@shop/contracts/catalog/schema';
import { type ProductFilter, productFilter, queryWords, type Wide } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { findLabels, listFilteredIds, withSizeIds } from './list-queries.ts';
import { findMatches, listMatchIds, MANY, matchesOfIds } from './matches.ts';
import { parseSearchQuery } from './parse-query.ts';
import { RANKED_MAX, searchRanked } from './ranked.ts';
import { combineFilters, estimateMatches, type Search } from './rules.ts';
import { searchStaged } from './staged.ts';
import type { Page } from './strategy.ts';

export async function readFilter(db: Db, query: ProductQuery): Promise<ProductFilter> {
  return withSizeIds(db, productFilter(query, await findLabels(db, query)));
}

/** The search of a query as one more filter, for sorting other than by relevance and for counting. */
export async function searchedFilter(db: Db, query: ProductQuery): Promise<ProductFilter> {
  const filter = await readFilter(db, query);
  const words = queryWords(query.q);
  return words ? { ...filter, wide: wideOf(await parseSearchQuery(db, words, { exact: !!query.exact })) } : filter;
}

const wideOf = (search: Search): Wide => ({
  matches: [...search.words, ...search.others].map(({ match }) => match),
  skuProducts: search.skuProducts,
  estimate: estimateMatches(search),
  atLeast: Math.max(0, ...search.words.map(({ atLeast }) => atLeast)),
});

/**
 * A page of results, best first. Up to `RANKED_MAX` matches are ranked one by one, more are read in stages. All pages keep
 * the order of the first one, even if the number of matches changes in between.
 */
export async function searchProducts(db: Db, search: Search, page: Page) {
  const matches = await findSearched(db, search, page.filter);
  const ranked = page.after?.order === 'staged' ? {} : await searchRanked(db, search, matches, page);
  if (ranked.page) return { ...ranked.page, total: ranked.total ?? MANY };
  const staged = await searchStaged(db, search, matches, page);
  return { ...staged.page, total: staged.total ?? ranked.total ?? MANY };
}

/** All matches. A query of a price or size alone matches all products in stock that meet it, too. */
async function findSearched(db: Db, search: Search, filter: ProductFilter) {
  const matches = await findMatches(db, wideOf(search), filter, COUNT_MAX);
  if (search.words.length > 0 || !search.preference || !matches) return matches;
  const found = await listMatchIds(db, matches, COUNT_MAX);
  if (!found) return undefined;
  const preferred = await listFilteredIds(db, combineFilters(filter, search.preference), RANKED_MAX);
  return matchesOfIds([...new Set([...found, ...(preferred ?? [])])]);
}
