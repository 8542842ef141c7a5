import { z } from 'zod';
import { isOpen, type ProductFilter, type Wide } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, json, uuid } from '#platform/database/row.ts';
import { all, and, type Fragment, join, one, raw, sql } from '#platform/database/sql.ts';
import { beyondTerms, conditions, filterTerms, indexedWays, isOneOf, rowMatches } from './filter-queries.ts';

/** Those of these products that match the search and the filter. */
export async function listMatchingAmong(db: Db, wide: Wide, filter: ProductFilter, ids: string[]) {
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
export function indexedMatches(wide: Wide, filter: ProductFilter, atMost: number): Matches {
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
