import type { ProductQuery } from '@shop/contracts/catalog/schema';
import type { SearchGroup } from '@shop/contracts/catalog/search-schema';
import { type Cursor, type ProductFilter, productFilter, queryWords, type Wide } from '#catalog/rules.ts';
import { listCards } from '#catalog/storefront/card-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { paginateBy } from '#platform/http/paging.ts';
import { findLabels, listFilteredIds, listIdsOfSizes } from './list-queries.ts';
import {
  COMPARED_MAX,
  listIndexed,
  type Place,
  SCAN_SIZES,
  type Stage,
  type Stages,
  scanByFeatured,
} from './queries.ts';
import { parseSearchQuery } from './query/parse-query.ts';
import { groupOf, listOutOfStock, searchRanked } from './rank-queries.ts';
import {
  inNames,
  type Preference,
  type QueryWord,
  type Search,
  searchStages,
  shareOf,
  shopperStageOf,
  suggestedStageOf,
  suggestionStages,
} from './rules.ts';
import { findMatching } from './totals.ts';

/** Up to this many products of a size are passed to queries as ids. */
const SIZE_IDS_MAX = 5_000;

export async function readFilter(db: Db, query: ProductQuery): Promise<ProductFilter> {
  return withSizeIds(db, productFilter(query, await findLabels(db, query)));
}

const withSizeIds = async (db: Db, filter: ProductFilter): Promise<ProductFilter> => ({
  ...filter,
  sizeIds: filter.sizes && (await listIdsOfSizes(db, filter.sizes, SIZE_IDS_MAX)),
});

/** The search of a query as one more filter, for sorting other than by relevance and for counting. */
export async function searchedFilter(db: Db, query: ProductQuery): Promise<ProductFilter> {
  const filter = await readFilter(db, query);
  const words = queryWords(query.q);
  return words ? { ...filter, wide: wideOf(await parseSearchQuery(db, words, { exact: !!query.exact })) } : filter;
}

const wideOf = ({ words, others, skuProducts }: Search): Wide => ({
  matches: [...words, ...others].map(({ match }) => match),
  skuProducts,
});

type Page = { filter: ProductFilter; limit: number; after?: Cursor };
/** `cards` is the JSON of the products. */
type SearchPage = { cards: string; total: number; next?: Cursor; groups: SearchGroup[] };

/** Best first. Up to `COMPARED_MAX` matches are ranked individually, more are read in stages. */
export async function searchProducts(db: Db, search: Search, page: Page): Promise<SearchPage> {
  const { filter, limit, after } = page;
  const { ids, total } = await findSearched(db, search, filter);
  // All pages keep the order of the first one, even if the number of matches changes in between.
  const order = after?.order ?? (total <= COMPARED_MAX ? 'ranked' : 'staged');
  if (order === 'ranked' && ids) {
    const places = await searchRanked(db, search, { ids, limit: limit + 1, after: placeOf(after) });
    const { items, next } = paginateBy(places, limit, cursorOf(order));
    const cards = `[${items.map(({ card }) => card).join(',')}]`;
    return { cards, total, next, groups: items.map(({ rank }) => groupOf(rank)) };
  }
  const places = await scanStages(db, search, shopperStages(search), { ...page, limit: limit + 1 });
  const { items, next } = paginateBy(places, limit, cursorOf(order));
  const { ids: sorted, groups } = await outOfStockLast(db, items);
  return { cards: await listCards(db, sorted), total, next, groups };
}

const cursorOf =
  (order: string) =>
  ({ rank, featured, id }: Place) => ({ order, values: [rank, featured], id });

/** All matches. A query of a price or size alone matches all products in stock that meet it, too. */
async function findSearched(db: Db, search: Search, filter: ProductFilter) {
  const found = await findMatching(db, { ...filter, wide: wideOf(search) }, search.productCount);
  if (search.words.length > 0 || !search.preference || !found.ids) return found;
  const preferred = await listFilteredIds(db, combineFilters(filter, search.preference), COMPARED_MAX);
  const ids = [...new Set([...found.ids, ...(preferred ?? [])])];
  return { ids, total: ids.length };
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

function placeOf(cursor: Cursor | undefined): Place | undefined {
  const [rank = '0', featured = '0'] = cursor?.values ?? [];
  return cursor && { rank, featured, id: cursor.id };
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

/** Both filters; of two lists of sizes the first one. */
function combineFilters(filter: ProductFilter, { sizes, sizeIds, ...other }: Preference): ProductFilter {
  const max = Math.min(filter.maxPriceCents ?? Number.MAX_SAFE_INTEGER, other.maxPriceCents ?? Number.MAX_SAFE_INTEGER);
  return {
    ...filter,
    minPriceCents: Math.max(filter.minPriceCents ?? 0, other.minPriceCents ?? 0) || undefined,
    maxPriceCents: max === Number.MAX_SAFE_INTEGER ? undefined : max,
    ...(filter.sizes ? {} : { sizes, sizeIds }),
  };
}

/** Continues where the last page ended, through as many stages as it takes to fill this one. */
async function scanStages(
  db: Db,
  { productCount, preference }: Pick<Search, 'productCount' | 'preference'>,
  stages: Stages,
  { filter, limit, after }: Page,
) {
  const reached = placeOf(after);
  const places: Place[] = [];
  for (const [place, round] of (await roundsOf(db, filter, preference)).entries()) {
    const before = place * stages.list.length;
    if (Number(reached?.rank ?? 0) >= before + stages.list.length) continue;
    const from =
      reached && Number(reached.rank) >= before ? { ...reached, rank: `${Number(reached.rank) - before}` } : undefined;
    const found = await scanRound(db, stages, {
      productCount,
      filter: round,
      limit: limit - places.length,
      after: from,
    });
    for (const { rank, ...one } of found) places.push({ ...one, rank: `${before + Number(rank)}` });
    if (places.length >= limit) break;
  }
  return places;
}

/** Products within the preferred prices and sizes go through all stages before the others do. */
async function roundsOf(db: Db, filter: ProductFilter, preference?: Preference): Promise<ProductFilter[]> {
  if (!preference) return [filter];
  const preferred = await withSizeIds(db, preference);
  return [combineFilters(filter, preferred), { ...filter, unlike: preference }];
}

type Round = { productCount: number; filter: ProductFilter; limit: number; after?: Place };

async function scanRound(db: Db, stages: Stages, { productCount, filter, limit, after: reached }: Round) {
  const first = Number(reached?.rank ?? 0);
  const scan = memoized((from: Place | undefined, atMost: number) =>
    scanByFeatured(db, { filter, stages, after: from, atMost }),
  );
  const places: Place[] = [];
  for (let at = first; at < stages.list.length && places.length < limit; at += 1) {
    const stage = stages.list[at];
    if (!stage || isEmpty(stage)) continue;
    const from = at === first ? reached : undefined;
    const missing = limit - places.length;
    const atMost = scanSize(stage, missing, productCount);
    const scanned = atMost ? (await scan(from, atMost)).filter((place) => place.stage === at) : [];
    const found =
      scanned.length >= missing
        ? scanned.slice(0, missing)
        : await readIndexed(db, { filter, stages, after: from, at, atMost: SCAN_SIZES[0] }, missing);
    for (const { id, featured } of found) places.push({ id, featured, rank: `${at}` });
  }
  return places;
}

/** More rows are scanned than are expected to be needed. */
const SCAN_MARGIN = 2;

/**
 * How many products to scan in featured order until enough match, or undefined if the term index, which returns all
 * matches, is expected to read fewer.
 */
function scanSize({ condition, texts }: Stage, missing: number, productCount: number) {
  if (texts) return SCAN_SIZES.at(-1);
  const share = shareOf(condition, productCount);
  const needed = (SCAN_MARGIN * missing) / share;
  return needed < share * productCount ? SCAN_SIZES.find((size) => size >= needed) : undefined;
}

/** Uses the term index with a growing limit, because a candidate of this stage may belong to an earlier one. */
async function readIndexed(db: Db, page: Parameters<typeof listIndexed>[1], limit: number) {
  const found: Omit<Place, 'rank'>[] = [];
  for (let { after, atMost } = page; ; atMost *= 4) {
    const rows = await listIndexed(db, { ...page, after, atMost });
    found.push(...rows.filter(({ stage }) => stage === page.at));
    after = rows.at(-1);
    if (found.length >= limit || rows.length < atMost) return found.slice(0, limit);
  }
}

/** Memoizes the scan: two stages that start at the same place read the same products. */
function memoized<R>(read: (from: Place | undefined, atMost: number) => Promise<R>) {
  const known = new Map<string, R>();
  return async (from: Place | undefined, atMost: number) => {
    const key = `${atMost} ${from?.featured} ${from?.id}`;
    const result = known.get(key) ?? (await read(from, atMost));
    known.set(key, result);
    return result;
  };
}

const isEmpty = ({ condition, texts, ids }: Stage) => condition.length === 0 && !texts && !ids;

/** Suggestions while typing: products by name or by the start of a SKU. */
export async function suggestIds(db: Db, { words, skuProducts, productCount }: Search, limit: number) {
  // A vague word without terms (one character) is skipped; any other unknown word leaves no match by name.
  const usableWords = words.map(inNames).filter((word) => !word.vague || isKnown(word));
  const known = usableWords.every(isKnown) ? usableWords : [];
  const first = skuStage(skuProducts);
  const list = [...first, ...suggestionStages(known).map((condition) => ({ condition }))];
  const stageOf = suggestedStageOf(known.length, first.length);
  const stages = { search: { words: known, skuProducts }, list, stageOf };
  const places = await scanStages(db, { productCount }, stages, { filter: {}, limit });
  return places.map(({ id }) => id);
}

const isKnown = ({ tiers }: QueryWord) => tiers.some(({ keys }) => keys.length > 0);
const skuStage = (ids: string[]): Stage[] => (ids.length > 0 ? [{ condition: [], ids }] : []);
