import type { ProductQuery } from '@shop/contracts/catalog/schema';
import { type Cursor, type ProductFilter, productFilter, queryWords, type Wide } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { paginateBy } from '#platform/http/paging.ts';
import { findLabels, listIdsOfSizes } from './list-queries.ts';
import {
  COMPARED_MAX,
  estimateProductCount,
  listIndexed,
  type Place,
  SCAN_LIMIT,
  type Stage,
  type Stages,
  scanByFeatured,
  searchRanked,
} from './queries.ts';
import {
  closestSpellings,
  type QueryWord,
  queryWord,
  type Search,
  searchStages,
  shareOf,
  shopperStageOf,
  suggestedStageOf,
  suggestionStages,
  termsOf,
} from './rules.ts';
import {
  hasTrigram,
  listFitting,
  listProductsOfSku,
  listSimilar,
  listStarting,
  listTokens,
  MEANINGS_MAX,
} from './term-queries.ts';
import { findMatching } from './totals.ts';

/** Spelling corrections per query: more unknown words than this are not typos. */
const CORRECTIONS_MAX = 5;
/** Only such words are corrected: numbers and symbols are taken literally. */
const THREE_CHARACTERS = /\p{L}{3}/u;
const SKU = /^(?=.*\d)[\w-]{3,64}$/;

/** Further words of a query are ignored. */
const WORDS_MAX = 10;
/** A query word contained in more lexicon words than this is matched as text. */
const PARTS_MAX = 12;
/** Up to this many products of a size are passed to queries as ids. */
const SIZE_IDS_MAX = 5_000;

export async function parseSearchQuery(db: Db, typed: string[]): Promise<Search> {
  const [first = '', ...more] = typed;
  const tokens = (await listTokens(db, typed.slice(0, WORDS_MAX))).slice(0, WORDS_MAX);
  const skuProducts = more.length === 0 && SKU.test(first) ? await listProductsOfSku(db, first) : [];
  if (tokens.length === 0) return { words: [], skuProducts };

  let corrected = skuProducts.length > 0 ? CORRECTIONS_MAX : 0;
  const words = [];
  for (const { token, parts, forms } of await listFitting(db, tokens)) {
    const vague = parts.length > MEANINGS_MAX;
    const fitting = vague
      ? [...forms, ...(hasTrigram(token) ? await listStarting(db, token) : [])]
      : [...forms, ...parts];
    if (fitting.length === 0 && !vague && corrected < CORRECTIONS_MAX && THREE_CHARACTERS.test(token)) {
      corrected += 1;
      fitting.push(...closestSpellings(token, await listSimilar(db, token)));
    }
    const matchedWords = [...new Map(fitting.map((word) => [word.key, word])).values()];
    const others = forms.filter(({ word }) => !word.includes(token));
    const match = parts.length > PARTS_MAX ? { keys: termsOf(others), text: token } : { keys: termsOf(matchedWords) };
    words.push({ ...queryWord(token, matchedWords, vague), match });
  }
  return { words, skuProducts };
}

export async function readFilter(db: Db, query: ProductQuery): Promise<ProductFilter> {
  const filter = productFilter(query, await findLabels(db, query));
  const sizeIds = filter.sizes && (await listIdsOfSizes(db, filter.sizes, SIZE_IDS_MAX));
  return { ...filter, sizeIds };
}

/** The search of a query as one more filter, for sorting other than by relevance and for counting. */
export async function searchedFilter(db: Db, query: ProductQuery): Promise<ProductFilter> {
  const filter = await readFilter(db, query);
  const words = queryWords(query.q);
  return words ? { ...filter, wide: wideOf(await parseSearchQuery(db, words)) } : filter;
}

const wideOf = ({ words, skuProducts }: Search): Wide => ({ matches: words.map(({ match }) => match), skuProducts });

type Page = { filter: ProductFilter; limit: number; after?: Cursor };
type SearchPage = { ids: string[]; total: number; next?: Cursor };

/** Best first. Up to `COMPARED_MAX` matches are ranked individually, more are read in stages. */
export async function searchProducts(db: Db, search: Search, page: Page): Promise<SearchPage> {
  const { filter, limit, after } = page;
  const { ids, total } = await findMatching(db, { ...filter, wide: wideOf(search) });
  // All pages keep the order of the first one, even if the number of matches changes in between.
  const order = after?.order ?? (total <= COMPARED_MAX ? 'compared' : 'stages');
  const places =
    order === 'compared' && ids
      ? await searchRanked(db, search, { ids, limit: limit + 1, after: placeOf(after) })
      : await scanStages(db, shopperStages(search), { ...page, limit: limit + 1 });
  const { items, next } = paginateBy(places, limit, ({ rank, featured, id }) => ({
    order,
    values: [rank, featured],
    id,
  }));
  return { ids: items.map(({ id }) => id), total, next };
}

function placeOf(cursor: Cursor | undefined): Place | undefined {
  const [rank = '0', featured = '0'] = cursor?.values ?? [];
  return cursor && { rank, featured, id: cursor.id };
}

/** SKU matches first, then stage by stage, and last the vague words, matched as text. */
function shopperStages({ words, skuProducts }: Search): Stages {
  const known = words.filter(isKnown);
  const texts = words.filter(({ vague }) => vague).map(({ text }) => text);
  const first = skuStage(skuProducts);
  const list = [
    ...first,
    ...searchStages(known).map((condition) => ({ condition })),
    ...(texts.length > 0 ? [{ condition: [], texts }] : []),
  ];
  return { search: { words: known, skuProducts }, list, stageOf: shopperStageOf(known.length, first.length) };
}

/** Continues where the last page ended, through as many stages as it takes to fill this one. */
async function scanStages(db: Db, stages: Stages, { filter, limit, after }: Page) {
  const reached = placeOf(after);
  const first = Number(reached?.rank ?? 0);
  const productCount = await estimateProductCount(db);
  const scan = memoized((from: Place | undefined) =>
    scanByFeatured(db, { filter, stages, after: from, atMost: SCAN_LIMIT }),
  );
  const places: Place[] = [];
  for (let at = first; at < stages.list.length && places.length < limit; at += 1) {
    const stage = stages.list[at];
    if (!stage || isEmpty(stage)) continue;
    const from = at === first ? reached : undefined;
    const missing = limit - places.length;
    // Scans in featured order if enough products are expected to match, otherwise uses the term index.
    const isCommon = stage.texts || shareOf(stage.condition, productCount) * SCAN_LIMIT >= missing;
    const scanned = isCommon ? (await scan(from)).filter((place) => place.stage === at) : [];
    const found =
      scanned.length >= missing
        ? scanned.slice(0, missing)
        : await readIndexed(db, { filter, stages, after: from, at, atMost: SCAN_LIMIT }, missing);
    for (const { id, featured } of found) places.push({ id, featured, rank: `${at}` });
  }
  return places;
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
function memoized<T, R>(read: (from: T) => Promise<R>) {
  const known = new Map<T, R>();
  return async (from: T) => {
    const result = known.get(from) ?? (await read(from));
    known.set(from, result);
    return result;
  };
}

const isEmpty = ({ condition, texts, ids }: Stage) => condition.length === 0 && !texts && !ids;

/** Suggestions while typing: products by name or by the start of a SKU. */
export async function suggestIds(db: Db, typed: string[], limit: number) {
  const { words, skuProducts } = await parseSearchQuery(db, typed);
  // A vague word without terms (one character) is skipped; any other unknown word leaves no match by name.
  const usableWords = words.filter((word) => !word.vague || isKnown(word));
  const known = usableWords.every(isKnown) ? usableWords : [];
  const first = skuStage(skuProducts);
  const list = [...first, ...suggestionStages(known).map((condition) => ({ condition }))];
  const stageOf = suggestedStageOf(known.length, first.length);
  const stages = { search: { words: known, skuProducts }, list, stageOf };
  return (await scanStages(db, stages, { filter: {}, limit })).map(({ id }) => id);
}

const isKnown = ({ tiers }: QueryWord) => tiers.some(({ keys }) => keys.length > 0);
const skuStage = (ids: string[]): Stage[] => (ids.length > 0 ? [{ condition: [], ids }] : []);
