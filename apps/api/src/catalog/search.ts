import type { ProductQuery } from '@shop/contracts/catalog';
import type { Pool } from 'pg';
import {
  hasTrigram,
  listFitting,
  listProductsOfSku,
  listSimilar,
  listStarting,
  listTokens,
  MEANINGS_MAX,
} from './queries-lexicon.ts';
import { findLabels, listFilteredIds } from './queries-list.ts';
import {
  COMPARED_MAX,
  estimateShop,
  listAlongShelf,
  listCompared,
  listFiltered,
  listIndexed,
  listMatchingIds,
  type Place,
  type Stage,
  WALKED,
} from './queries-search.ts';
import { type Cursor, isOpen, type ProductFilter, productFilter, queryWords, type Wide } from './rules.ts';
import {
  joinTerms,
  likelyMeant,
  type QueryWord,
  queryWord,
  type Search,
  searchStages,
  shareOf,
  suggestionStages,
} from './rules-search.ts';
import { countMatching } from './totals.ts';

/** A query of many unknown words is no slip of the finger. */
const MENDED_MAX = 5;
/** Numbers and signs are meant as they are typed. */
const LETTERS = /\p{L}{3}/u;
const SKU = /^(?=.*\d)[\w-]{3,64}$/;

export async function understand(pool: Pool, typed: string[]): Promise<Search> {
  const [first = '', ...more] = typed;
  const [tokens, skuProducts] = await Promise.all([
    listTokens(pool, typed),
    more.length === 0 && SKU.test(first) ? listProductsOfSku(pool, first) : [],
  ]);
  if (tokens.length === 0) return { words: [], skuProducts };

  let mended = skuProducts.length > 0 ? MENDED_MAX : 0;
  const words = [];
  for (const { token, parts, forms } of await listFitting(pool, tokens)) {
    const vague = parts.length > MEANINGS_MAX;
    const fitting = vague
      ? [...forms, ...(hasTrigram(token) ? await listStarting(pool, token) : [])]
      : [...forms, ...parts];
    if (fitting.length === 0 && !vague && mended < MENDED_MAX && LETTERS.test(token)) {
      mended += 1;
      fitting.push(...likelyMeant(token, await listSimilar(pool, token)));
    }
    words.push(queryWord(token, [...new Map(fitting.map((word) => [word.key, word])).values()], vague));
  }
  return { words, skuProducts };
}

export const readFilter = async (pool: Pool, query: ProductQuery) =>
  productFilter(query, await findLabels(pool, query));

/** The search of a query as one more filter, for whoever sorts or counts its products in another way. */
export async function narrowedFilter(pool: Pool, query: ProductQuery): Promise<ProductFilter> {
  const filter = await readFilter(pool, query);
  const words = queryWords(query.q);
  if (!words) return filter;
  const search = await understand(pool, words);
  const ids = isNarrow(search) ? await listMatchingIds(pool, search) : undefined;
  return ids ? { ...filter, ids } : { ...filter, wide: wideOf(search) };
}

const isNarrow = ({ words }: Search) => words.reduce((sum, { atMost }) => sum + atMost, 0) <= COMPARED_MAX;

const wideOf = ({ words, skuProducts }: Search): Wide => ({
  keys: joinTerms(words.flatMap(({ grades }) => grades)).keys,
  texts: textsOf(words),
  skuProducts,
  atLeast: Math.max(0, ...words.map(({ atLeast }) => atLeast)),
});
const textsOf = (words: Search['words']) => words.filter(({ vague }) => vague).map(({ text }) => text);

type Page = { filter: ProductFilter; limit: number; after?: Cursor };
type Found = { ids: string[]; total: number; next?: Cursor };

/** Best first. Few matches are compared with one another, many are walked through in stages. */
export async function searchProducts(pool: Pool, search: Search, page: Page): Promise<Found> {
  const compared = page.after?.order === 'stages' ? undefined : await compare(pool, search, page);
  if (compared) return compared;
  const [places, total] = await Promise.all([
    walkStages(pool, shopperStages(search), { ...page, limit: page.limit + 1 }),
    countMatching(pool, { ...page.filter, wide: wideOf(search) }),
  ]);
  return { ...pageOf('stages', places, page.limit), total };
}

async function compare(pool: Pool, search: Search, page: Page) {
  const narrow = isNarrow(search);
  const among = narrow || isOpen(page.filter) ? undefined : await listFilteredIds(pool, page.filter, COMPARED_MAX);
  if (!narrow && !among) return undefined;
  const found = await listCompared(pool, search, { ...page, among, limit: page.limit + 1, after: placeOf(page.after) });
  const total = found[0]?.total ?? 0;
  // The lexicon counts now and then: what it took for rare may have become common since.
  if (total > COMPARED_MAX && !page.after) return undefined;
  return { ...pageOf('compared', found, page.limit), total };
}

function placeOf(cursor: Cursor | undefined): Place | undefined {
  const [rank = '0', featured = '0'] = cursor?.values ?? [];
  return cursor && { rank, featured, id: cursor.id };
}

function pageOf(order: 'compared' | 'stages', found: Place[], limit: number) {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    next: last && found.length > limit ? { order, values: [last.rank, last.featured], id: last.id } : undefined,
  };
}

/** A SKU before all, then stage by stage, and last the words that stand almost everywhere. */
function shopperStages({ words, skuProducts }: Search): Stage[] {
  const texts = textsOf(words);
  return [
    ...skuStage(skuProducts),
    ...searchStages(words.filter(isKnown)).map((condition) => ({ condition })),
    ...(texts.length > 0 ? [{ condition: [], texts }] : []),
  ];
}

/** From where the last page ended, through as many stages as it takes to fill this one. */
async function walkStages(pool: Pool, stages: Stage[], { filter, limit, after }: Page) {
  const reached = placeOf(after);
  const first = Number(reached?.rank ?? 0);
  const shop = await estimateShop(pool);
  const places: Place[] = [];
  for (let at = first; at < stages.length && places.length < limit; at += 1) {
    const stage = stages[at];
    if (!stage || isEmpty(stage)) continue;
    const inStage = {
      stage,
      before: stages.slice(0, at).filter((earlier) => !isEmpty(earlier)),
      filter,
      limit: limit - places.length,
      after: at === first ? reached : undefined,
    };
    for (const found of await readStage(pool, shop, inStage)) places.push({ ...found, rank: `${at}` });
  }
  return places;
}

const isEmpty = ({ condition, texts, ids }: Stage) => condition.length === 0 && !texts && !ids;

/** Along the shelf if enough of it belongs here, otherwise by the index of terms. */
async function readStage(pool: Pool, shop: number, page: Parameters<typeof listIndexed>[1]) {
  if (page.stage.texts) return listAlongShelf(pool, page);
  const share = shareOf(page.stage.condition, shop);
  if (!isOpen(page.filter)) return share * shop > COMPARED_MAX ? listFiltered(pool, page) : listIndexed(pool, page);
  if (share * WALKED >= page.limit) {
    const found = await listAlongShelf(pool, page);
    if (found.length === page.limit) return found;
  }
  return listIndexed(pool, page);
}

/** Products by name for what is being typed; a SKU leads to its product, too. */
export async function suggestIds(pool: Pool, typed: string[], limit: number) {
  const { words, skuProducts } = await understand(pool, typed);
  // A first letter says nothing yet; a word that means nothing ends it.
  const telling = words.filter((word) => !word.vague || isKnown(word));
  const stages = telling.every(isKnown) ? suggestionStages(telling).map((condition) => ({ condition })) : [];
  const places = await walkStages(pool, [...skuStage(skuProducts), ...stages], { filter: {}, limit });
  return places.map(({ id }) => id);
}

const isKnown = ({ grades }: QueryWord) => grades.some(({ keys }) => keys.length > 0);
const skuStage = (ids: string[]): Stage[] => (ids.length > 0 ? [{ condition: [], ids }] : []);
