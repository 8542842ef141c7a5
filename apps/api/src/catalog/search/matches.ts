import { COUNT_MAX } from '@shop/contracts/catalog/constants';
import { z } from 'zod';
import { facetKeyOf, isOpen, type ProductFilter, type Wide } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, json, uuid } from '#platform/database/row.ts';
import { all, and, type Fragment, join, one, raw, sql } from '#platform/database/sql.ts';
import { findCachedTotal } from './facet-queries.ts';
import { beyondTerms, conditions, filterTerms, indexedWays, isOneOf, rowMatches } from './filter-queries.ts';
import { countProducts, listFilteredIds, sampleShare } from './list-queries.ts';

export const MANY = COUNT_MAX + 1;

/** The number of products that match, exact up to `COUNT_MAX`; for a search within that limit also their ids. */
export async function findMatching(db: Db, filter: ProductFilter): Promise<{ total: number; ids?: string[] }> {
  const facetKey = facetKeyOf(filter);
  if (facetKey) return { total: await findCachedTotal(db, facetKey) };
  if (filter.wide) {
    const ids = await listMatching(db, filter.wide, filter, COUNT_MAX);
    return ids ? { total: ids.length, ids } : { total: MANY };
  }
  if (await isFarBeyond(db, filter, COUNT_MAX)) return { total: MANY };
  return { total: await countProducts(db, filter) };
}

/** Up to this many products of a filter are checked row by row against a search. */
const NARROW_MAX = 5_000;

/**
 * How to find the matches of a search: among those of a narrow filter or by the term index. Undefined if they are clearly
 * more than `atMost`.
 */
export async function findMatches(
  db: Db,
  wide: Wide,
  filter: ProductFilter,
  atMost: number,
): Promise<Matches | undefined> {
  const others = { ...filter, wide: undefined };
  const indexedFilter = { ...others, tags: undefined, sizes: undefined, sizeIds: undefined };
  const facetKey = facetKeyOf(indexedFilter);
  const isNarrow = !isOpen(indexedFilter) && (!facetKey || (await findCachedTotal(db, facetKey)) <= NARROW_MAX);
  const among = isNarrow ? await listFilteredIds(db, indexedFilter, NARROW_MAX) : undefined;
  if (among) return matchesOfIds(await listMatchingAmong(db, wide, others, among));
  const { estimate = Number.MAX_SAFE_INTEGER, atLeast = 0 } = wide;
  if (isOpen(others) && atLeast > SAMPLE.margin * atMost) return undefined;
  if (estimate > atMost && (await isFarBeyond(db, { ...others, wide }, atMost))) return undefined;
  return indexedMatches(wide, others, atMost);
}

/** All matches of a search, or undefined if more than `atMost`. */
export async function listMatching(db: Db, wide: Wide, filter: ProductFilter, atMost: number) {
  const matches = await findMatches(db, wide, filter, atMost);
  return matches && listMatchIds(db, matches, atMost);
}

type Sample = { size: number; margin: number };
/** The estimate must exceed the limit by a margin that is more than the sampling error. */
const SAMPLE: Sample = { size: 500, margin: 1.5 };
/** Where the first estimate is close to the limit: counting reads ten times as many products. */
const LARGER_SAMPLE: Sample = { size: 5_000, margin: 1.2 };

/** Whether an estimate from a sample is clearly above `limit`. Matching one product with words costs too much for a larger one. */
export async function isFarBeyond(db: Db, filter: ProductFilter, limit: number) {
  const banded = { ...filter, tags: undefined, sizes: undefined, sizeIds: undefined, wide: undefined };
  const cachedFilter = facetKeyOf(banded) ? banded : { ...banded, minPriceCents: undefined, maxPriceCents: undefined };
  const facetKey = facetKeyOf(cachedFilter);
  const total = facetKey ? await findCachedTotal(db, facetKey) : 0;
  for (const { size, margin } of filter.wide ? [SAMPLE] : [SAMPLE, LARGER_SAMPLE]) {
    if (total <= margin * limit) return false;
    const estimate = total * (await sampleShare(db, { filter: cachedFilter, stricter: filter, size }));
    if (estimate > margin * limit) return true;
    if (estimate <= limit) return false;
  }
  return false;
}

/** Those of these products that match the search and the filter. */
async function listMatchingAmong(db: Db, wide: Wide, filter: ProductFilter, ids: string[]) {
  const rows = await db.run(all('search.listMatchingAmong', { id: uuid })`
    select s.product_id as id from product_search s join products p on p.id = s.product_id
     where ${isOneOf(ids)} and ${rowMatches(wide)} and ${conditions(filter)}`);
  return rows.map(({ id }) => id);
}

/**
 * The matches of a search as CTEs: `found` has the column `product_id`; `cut` one row, with `more` true instead of
 * products if there are too many. `isUsual`: the statement is worth preparing.
 */
export type Matches = { ctes: Fragment; isUsual: boolean };

export const matchesOfIds = (ids: string[]): Matches => ({
  ctes: sql`cut (more) as (select false),
            found (product_id) as materialized (select unnest(${ids}::uuid[]))`,
  isUsual: false,
});

const COMMA = raw(', ');
const OR = raw(' or ');
const UNION = raw(' union ');
const CANDIDATE = raw('c.product_id');

/**
 * All products that match, unless there are more than `atMost`. Every word is looked up together with the filter in one
 * index; after a word with too many matches the next ones are skipped.
 */
function indexedMatches(wide: Wide, filter: ProductFilter, atMost: number): Matches {
  const ways = indexedWays(wide).map((condition, place) => ({ condition, name: raw(`way_${place}`) }));
  if (ways.length === 0) return matchesOfIds([]);
  const within = filterTerms(filter);
  const [max, oneMore] = [raw(`${atMost}`), raw(`${atMost + 1}`)];
  const selects = ways.map(({ condition, name }, place) => {
    const unlessMany = ways.slice(0, place).map((before) => sql`(select count(*) from ${before.name}) <= ${max}`);
    const where = and(condition, ...within, ...unlessMany);
    return sql`${name} as materialized (select s.product_id from product_search s where ${where} limit ${oneMore})`;
  });
  const isMany = ways.map(({ name }) => sql`(select count(*) from ${name}) > ${max}`);
  const candidates = ways.map(({ name }) => sql`select product_id from ${name}, cut where not more`);
  return {
    ctes: sql`${join(selects, COMMA)},
              cut as materialized (select ${join(isMany, OR)} as more),
              found as materialized (
                select c.product_id from (${join(candidates, UNION)}) c
                 where ${beyondTerms(filter, CANDIDATE)} limit ${oneMore})`,
    isUsual: isUsual(filter, ways.length),
  };
}

/** Without a filter the terms are always looked up in the index; statements of more conditions are too different. */
export const isUsual = (filter: ProductFilter, conditionCount: number) => isOpen(filter) && conditionCount <= 3;

const matched = { more: bool, ids: json(z.array(z.string())) };

/** The ids of the matches, or undefined if there are more than `atMost`. */
export async function listMatchIds(db: Db, { ctes, isUsual }: Matches, atMost: number) {
  const { more, ids } = await db.run(one('search.listMatchIds', matched, { prepare: isUsual })`
    with ${ctes} select more, (select coalesce(json_agg(product_id), '[]') from found) as ids from cut`);
  return more || ids.length > atMost ? undefined : ids;
}
