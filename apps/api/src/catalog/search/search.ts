import { COUNT_MAX } from '@shop/contracts/catalog/constants';
import type { ProductQuery } from '@shop/contracts/catalog/schema';
import type { SearchGroup } from '@shop/contracts/catalog/search-schema';
import { type Cursor, type ProductFilter, productFilter, queryWords, type Wide } from '#catalog/rules.ts';
import { listCards } from '#catalog/storefront/card-queries.ts';
import { listSuggestions } from '#catalog/storefront/suggestion-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { paginateBy } from '#platform/http/paging.ts';
import { findLabels, listFilteredIds } from './list-queries.ts';
import { listMatchIds, type Matches, matchesOfIds } from './match-queries.ts';
import { COMPARED_MAX, type Place, type Stage, type Stages, suggestRanked } from './queries.ts';
import { parseSearchQuery } from './query/parse-query.ts';
import { groupOf, listOutOfStock, type Ranked, searchRanked } from './rank-queries.ts';
import {
  estimateMatches,
  estimateRarest,
  inNames,
  type QueryWord,
  type Search,
  searchStages,
  shopperStageOf,
  suggestedStageOf,
  suggestionStages,
} from './rules.ts';
import { combineFilters, type Page, placeOf, scanStages, withSizeIds } from './scan-stages.ts';
import { findMatches, MANY } from './totals.ts';

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

/** `cards` is the JSON of the products. */
type SearchPage = { cards: string; total: number; next?: Cursor; groups: SearchGroup[] };

/** Best first. Up to `COMPARED_MAX` matches are ranked individually, more are read in stages. */
export async function searchProducts(db: Db, search: Search, page: Page): Promise<SearchPage> {
  const { limit, after } = page;
  const matches = await findSearched(db, search, page.filter);
  const { total = MANY, places }: Ranked = matches ? await readRanked(db, search, matches, page) : {};
  // All pages keep the order of the first one, even if the number of matches changes in between.
  const order = after?.order ?? (places ? 'ranked' : 'staged');
  if (places) {
    const { items, next } = paginateBy(places, limit, cursorOf(order));
    const cards = `[${items.map(({ card }) => card).join(',')}]`;
    return { cards, total, next, groups: items.map(({ rank }) => groupOf(rank)) };
  }
  const staged = await scanStages(db, search, shopperStages(search), { ...page, limit: limit + 1 });
  const { items, next } = paginateBy(staged, limit, cursorOf(order));
  const { ids: sorted, groups } = await outOfStockLast(db, items);
  return { cards: await listCards(db, sorted), total, next, groups };
}

async function readRanked(db: Db, search: Search, matches: Matches, { limit, after }: Page): Promise<Ranked> {
  if (after?.order === 'staged') return { total: (await listMatchIds(db, matches, COUNT_MAX))?.length };
  const atMost = after ? COUNT_MAX : COMPARED_MAX;
  return searchRanked(db, search, matches, { limit: limit + 1, atMost, after: placeOf(after) });
}

const cursorOf =
  (order: string) =>
  ({ rank, featured, id }: Place) => ({ order, values: [rank, featured], id });

/** All matches. A query of a price or size alone matches all products in stock that meet it, too. */
async function findSearched(db: Db, search: Search, filter: ProductFilter) {
  const matches = await findMatches(db, wideOf(search), filter, COUNT_MAX);
  if (search.words.length > 0 || !search.preference || !matches) return matches;
  const found = await listMatchIds(db, matches, COUNT_MAX);
  if (!found) return undefined;
  const preferred = await listFilteredIds(db, combineFilters(filter, search.preference), COMPARED_MAX);
  return matchesOfIds([...new Set([...found, ...(preferred ?? [])])]);
}

/** With more matches than are ranked individually, on each page: reading past all those in stock would take too long. */
async function outOfStockLast(db: Db, places: Place[]) {
  const outOfStock = await listOutOfStock(
    db,
    places.map(({ id }) => id),
  );
  const ids = [...places.filter(({ id }) => !outOfStock.has(id)), ...places.filter(({ id }) => outOfStock.has(id))].map(
    ({ id }) => id,
  );
  return { ids, groups: ids.map((id): SearchGroup => (outOfStock.has(id) ? 'outOfStock' : 'best')) };
}

/** SKU matches first, then stage by stage, and last the words that are only matched as text. */
function shopperStages({ words, others, skuProducts }: Search): Stages {
  const known = words.filter(isKnown);
  const texts = [...words.filter(({ vague }) => vague), ...others].map(({ text }) => text);
  const first = skuStage(skuProducts);
  const list = [
    ...first,
    ...searchStages(known).map((condition) => ({ condition })),
    ...(texts.length > 0 ? [{ condition: [], texts }] : []),
  ];
  return { search: { words: known, skuProducts }, list, stageOf: shopperStageOf(known.length, first.length) };
}

/** Up to about this many matches are read in one statement to suggest the best; more are read in stages. */
const SUGGESTIONS_COMPARED = 300;

/** Suggestions while typing: products by name or by the start of a SKU. */
export async function suggestByName(db: Db, { words, skuProducts, productCount }: Search, limit: number) {
  // A vague word without terms (one character) is skipped; any other unknown word leaves no match by name.
  const usableWords = words.map(inNames).filter((word) => !word.vague || isKnown(word));
  const known = usableWords.every(isKnown) ? usableWords : [];
  const first = skuStage(skuProducts);
  const list = [...first, ...suggestionStages(known).map((condition) => ({ condition }))];
  const stageOf = suggestedStageOf(known.length, first.length);
  const stages = { search: { words: known, skuProducts }, list, stageOf };
  if (known.length > 0 && skuProducts.length === 0 && estimateRarest(known) <= SUGGESTIONS_COMPARED)
    return db.run(suggestRanked(stages, limit));
  const places = await scanStages(db, { productCount }, stages, { filter: {}, limit });
  return listSuggestions(
    db,
    places.map(({ id }) => id),
  );
}

const isKnown = ({ tiers }: QueryWord) => tiers.some(({ keys }) => keys.length > 0);
const skuStage = (ids: string[]): Stage[] => (ids.length > 0 ? [{ condition: [], ids }] : []);
