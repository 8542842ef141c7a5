import { COUNT_MAX } from '@shop/contracts/catalog/constants';
import { listCards } from '#catalog/card-queries.ts';
import type { ProductFilter } from '#catalog/rules.ts';
import { IN_STOCK } from '#catalog/stock-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { number, orNull, type Row, text, uuid } from '#platform/database/row.ts';
import { all, and, type Fragment, join, raw, sql } from '#platform/database/sql.ts';
import { paginateBy } from '#platform/http/paging.ts';
import {
  beyondTerms,
  conditions,
  filterTerms,
  hasOneOf,
  hasText,
  isOneOf,
  matchesText,
  meaningOf,
  rowMatches,
} from './filter-queries.ts';
import { withSizeIds } from './list-queries.ts';
import { isUsual, listMatchIds } from './matches.ts';
import {
  anywhere,
  type Condition,
  combineFilters,
  isKnown,
  NONE,
  type Preference,
  possible,
  type QueryWord,
  type Search,
  TIERS,
  upTo,
  WHOLE,
  WHOLE_IN_NAME,
} from './rules.ts';
import { cursorOf, type Page, type Place, placeOf, type ResultPage, type Strategy } from './strategy.ts';

/**
 * A page of a search with more matches than are ranked one by one. A product belongs to the first stage whose condition it
 * meets; within a stage products are in featured order. Those out of stock are last on each page, because reading past all
 * those in stock would take too long.
 */
export const searchStaged: Strategy<{ total?: number; page: ResultPage }> = async (db, search, matches, page) => {
  const { limit, after } = page;
  // Those of the first page have been counted to decide that they are too many to rank.
  const counted = after?.order === 'staged' && matches ? await listMatchIds(db, matches, COUNT_MAX) : undefined;
  const places = await readStages(db, search, stagesOf(search), { ...page, limit: limit + 1 });
  const { items, next } = paginateBy(places, limit, cursorOf(after?.order ?? 'staged'));
  const ids = items.map(({ id }) => id);
  const unavailable = await listOutOfStock(db, ids);
  const isLast = (id: string) => unavailable.has(id);
  const ordered = [...ids.filter((id) => !isLast(id)), ...ids.filter(isLast)];
  const cards = await listCards(db, ordered);
  return {
    total: counted?.length,
    page: { cards, groups: ordered.map((id) => (isLast(id) ? 'outOfStock' : 'best')), next },
  };
};

// What matches, in which order

/** One stage of a search: products match by their terms, by their texts or by their ids. */
export type Stage = { condition: Condition; texts?: string[]; ids?: string[] };

/** All stages of a search; `stageOf` is SQL for the stage of a product, over `count(*)` and `tier` of its words. */
export type Stages = { words: QueryWord[]; skuProducts: string[]; list: Stage[]; stageOf: string };

/** SKU matches first, then stage by stage, and last the words that are only matched as text. */
function stagesOf({ words, others, skuProducts }: Search): Stages {
  const known = words.filter(isKnown);
  const texts = [...words.filter(({ vague }) => vague), ...others].map(({ text }) => text);
  const first = skuStage(skuProducts);
  const last = texts.length > 0 ? [{ condition: [], texts }] : [];
  const list = [...first, ...searchStages(known).map((condition) => ({ condition })), ...last];
  return { words: known, skuProducts, list, stageOf: searchStageOf(known.length, first.length) };
}

export const skuStage = (ids: string[]): Stage[] => (ids.length > 0 ? [{ condition: [], ids }] : []);

/**
 * All words before some, whole words before parts, names before tags before brand and category before descriptions.
 */
export function searchStages(words: QueryWord[]): Condition[] {
  const some: Condition[] = TIERS.map((_, tier) => words.map(({ tiers }) => [tiers[tier] ?? NONE]));
  const all: Condition[] =
    words.length < 2
      ? []
      : [
          [words.map(upTo(WHOLE_IN_NAME))],
          [words.map(upTo(WHOLE))],
          [words.map(anywhere)],
          // One word too many is the most common reason why no product has all words.
          words.length > 2 ? words.map((omitted) => words.filter((word) => word !== omitted).map(anywhere)) : [],
        ];
  return [...all, ...some].map(possible);
}

/** The same stages over the best tier of each of a product's words; they are numbered from `first`. */
function searchStageOf(words: number, first: number) {
  const all = [
    `when count(*) = ${words} and max(tier) <= ${WHOLE_IN_NAME} then ${first}`,
    `when count(*) = ${words} and max(tier) <= ${WHOLE} then ${first + 1}`,
    `when count(*) = ${words} then ${first + 2}`,
    ...(words > 2 ? [`when count(*) = ${words - 1} then ${first + 3}`] : []),
  ];
  return words < 2 ? `when true then ${first} + min(tier)` : `${all.join(' ')} else ${first + 4} + min(tier)`;
}

// How a page is read

/** Continues where the last page ended, through as many stages as it takes to fill this one. */
export async function readStages(
  db: Db,
  { productCount, preference }: Pick<Search, 'productCount' | 'preference'>,
  stages: Stages,
  { filter, limit, after: cursor }: Page,
) {
  const reached = placeOf(cursor);
  const firstRank = Number(reached?.rank ?? 0);
  const places: Place[] = [];
  for (const [round, within] of (await roundsOf(db, filter, preference)).entries()) {
    const scan = memoized((after: Reached, atMost) =>
      db.run(scanByFeatured({ filter: within, stages, after, atMost })),
    );
    for (const [at, stage] of stages.list.entries()) {
      const rank = round * stages.list.length + at;
      const missing = limit - places.length;
      if (rank < firstRank || missing <= 0 || isEmpty(stage)) continue;
      const after = rank === firstRank ? reached : undefined;
      const atMost = scanSize(stage, missing, productCount);
      const scanned = atMost ? (await scan(after, atMost)).filter((row) => row.stage === at) : [];
      const found =
        scanned.length >= missing
          ? scanned.slice(0, missing)
          : await readIndexed(db, { filter: within, stages, at, after }, missing);
      for (const { id, featured } of found) places.push({ id, featured, rank: `${rank}` });
    }
  }
  return places;
}

const isEmpty = ({ condition, texts, ids }: Stage) => condition.length === 0 && !texts && !ids;

/** Products within the preferred prices and sizes go through all stages before the others do. */
async function roundsOf(db: Db, filter: ProductFilter, preference?: Preference): Promise<ProductFilter[]> {
  if (!preference) return [filter];
  const preferred = await withSizeIds(db, preference);
  return [combineFilters(filter, preferred), { ...filter, unlike: preference }];
}

/** The last product of the page before. */
type Reached = Omit<Place, 'rank'> | undefined;

/** Two stages that start at the same place read the same products. */
function memoized<R>(read: (after: Reached, atMost: number) => Promise<R>) {
  const known = new Map<string, R>();
  return async (after: Reached, atMost: number) => {
    const key = `${atMost} ${after?.featured} ${after?.id}`;
    const result = known.get(key) ?? (await read(after, atMost));
    known.set(key, result);
    return result;
  };
}

/** How many products one scan may read: one statement is prepared for each. Larger scans cost more than the index. */
const SCAN_SIZES = [125, 175, 250, 350, 500, 700, 1_000, 1_400, 2_000] as const;

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

/** Estimated share of products that meet a condition, assuming that words occur independently. */
const shareOf = (condition: Condition, productCount: number) =>
  condition.reduce(
    (sum, sets) => sum + sets.reduce((share, { estimate }) => share * Math.min(1, estimate / productCount), 1),
    0,
  );

/** Uses the term index with a growing limit, because a candidate of this stage may belong to an earlier one. */
async function readIndexed(db: Db, page: Omit<IndexedPage, 'atMost'>, limit: number) {
  const found: Row<typeof staged>[] = [];
  let { after } = page;
  for (let atMost: number = SCAN_SIZES[0]; ; atMost *= 4) {
    const rows = await db.run(listIndexed({ ...page, after, atMost }));
    found.push(...rows.filter(({ stage }) => stage === page.at));
    after = rows.at(-1);
    if (found.length >= limit || rows.length < atMost) return found.slice(0, limit);
  }
}

// What is sent

const UNION = raw(' union ');
const SPACE = raw(' ');
const ALWAYS = raw('true');
const FOUND = raw('found.product_id');
const ROW_PLACE = raw('featured_score, product_id');
const PRODUCT_PLACE = raw('p.featured_score, p.id');
const STAGE_OF_TERMS = raw('when g.stage is not null then g.stage');

type StagePage = { filter: ProductFilter; stages: Stages; after: Reached; atMost: number };
type IndexedPage = StagePage & { at: number };

/** Of the next products of the filter in featured order, those that match, whatever their stage. */
function scanByFeatured(page: StagePage) {
  const { words, skuProducts, list } = page.stages;
  const matches = [
    { keys: words.flatMap(({ tiers }) => tiers.flatMap(({ keys }) => keys)) },
    ...(list.at(-1)?.texts ?? []).map((text) => ({ keys: [], text })),
  ];
  return listStaged(
    page,
    sql`select s.* from (select p.id from products p
                          where ${conditions(page.filter)} and ${isBeyond(PRODUCT_PLACE, page)}
                          order by p.featured_score desc, p.id desc limit ${raw(`${page.atMost}`)}) p
         cross join lateral (select * from product_search where product_id = p.id offset 0) s
         where ${rowMatches({ matches, skuProducts })}`,
  );
}

/**
 * The first candidates of a stage in featured order, found by the term index: without `offset 0` PostgreSQL would look
 * for a rare word in the index of that order. Only those are read as a whole.
 */
function listIndexed(page: IndexedPage) {
  const within = filterTerms(page.filter);
  const selects = waysInto(page.stages.list[page.at]).map(
    (way) => sql`select s.featured_score, s.product_id from product_search s where ${and(way, ...within)}`,
  );
  return listStaged(
    page,
    sql`select s.* from (select product_id from (${join(selects, UNION)} offset 0) found
                          where ${isBeyond(ROW_PLACE, page)}
                            and ${beyondTerms(page.filter, FOUND)}
                          order by featured_score desc, product_id desc limit ${raw(`${page.atMost}`)}) found
          join product_search s using (product_id)`,
  );
}

const isBeyond = (place: Fragment, { after }: StagePage) =>
  after ? sql`(${place}) < (${after.featured}::bigint, ${after.id}::uuid)` : ALWAYS;

/** Up to this many terms are looked up individually; for more, the text that all of them contain. */
const TERMS_MAX = 60;

/** Each way in which search row `s` can belong to a stage, for the index. */
export function waysInto({ condition, texts = [], ids }: Stage = { condition: [] }) {
  const has = ({ keys, text }: Condition[number][number]) =>
    keys.length > TERMS_MAX && text !== undefined ? hasText(text) : hasOneOf(keys);
  return [...condition.map((sets) => and(...sets.map(has))), ...texts.map(hasText), ...(ids ? [isOneOf(ids)] : [])];
}

const staged = { id: uuid, featured: text, stage: orNull(number) };

/** Search rows with their stages. */
function listStaged({ filter, after, stages }: StagePage, rows: Fragment) {
  const { words, skuProducts } = stages;
  const { ctes, stage } = withStages(stages, rows);
  const prepare = !after && skuProducts.length === 0 && isUsual(filter, words.length);
  return all('search.listStaged', staged, { prepare })`
    with ${ctes}
    select s.product_id as id, s.featured_score::text as featured, ${stage} as stage
      from s left join g using (product_id)
     order by s.featured_score desc, s.product_id desc`;
}

/** CTEs that match search rows against all terms, and SQL for the stage of row `s` joined with `g`. */
export function withStages({ words, skuProducts, list, stageOf }: Stages, rows: Fragment) {
  const texts = list.at(-1)?.texts;
  const cases = [
    ...(skuProducts.length > 0 ? [sql`when ${isOneOf(skuProducts)} then 0`] : []),
    STAGE_OF_TERMS,
    ...(texts ? [sql`when ${matchesText(texts)} then ${raw(`${list.length - 1}`)}`] : []),
  ];
  const meaning = meaningOf(words);
  return {
    ctes: sql`${meaning.cte},
         s as materialized (${rows}),
         words as (select product_id, word, min(tier) as tier from (${meaning.hits}) hits group by 1, 2),
         g as (select product_id, case ${raw(stageOf)} end as stage from words group by 1)`,
    stage: sql`case ${join(cases, SPACE)} end`,
  };
}

/** Those of these products that cannot be bought. */
async function listOutOfStock(db: Db, ids: string[]) {
  const rows = await db.run(all('search.listOutOfStock', { id: uuid })`
    select p.id from products p where p.id = any (${ids}::uuid[]) and not ${IN_STOCK}`);
  return new Set(rows.map(({ id }) => id));
}
