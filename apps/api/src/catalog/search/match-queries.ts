import { type SQL, sql } from 'drizzle-orm';
import { isOpen, type ProductFilter, type Wide } from '#catalog/rules.ts';
import { type Db, preparedIf } from '#platform/database/db.ts';
import { inlineNumber } from '#platform/database/inline.ts';
import { AND, beyondTerms, conditions, filterTerms, indexedWays, isOneOf, rowMatches } from './filter-queries.ts';

/** Those of these products that match the search and the filter. */
export async function listMatchingAmong(db: Db, wide: Wide, filter: ProductFilter, ids: string[]) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.product_id as id from product_search s join products p on p.id = s.product_id
     where ${isOneOf(ids)} and ${rowMatches(wide)} and ${conditions(filter)}`);
  return rows.map(({ id }) => id);
}

/**
 * The matches of a search as CTEs: `found` has the column `product_id`; `cut` one row, with `more` true instead of
 * products if there are too many. `isUsual`: the statement is worth preparing.
 */
export type Matches = { ctes: SQL; isUsual: boolean };

export const matchesOfIds = (ids: string[]): Matches => ({
  ctes: sql`cut (more) as (select false),
            found (product_id) as materialized (select unnest(${sql.param(ids)}::uuid[]))`,
  isUsual: false,
});

/**
 * All products that match, unless there are more than `atMost`. Every word is looked up together with the filter in one
 * index; after a word with too many matches the next ones are skipped.
 */
export function indexedMatches(wide: Wide, filter: ProductFilter, atMost: number): Matches {
  const ways = indexedWays(wide).map((condition, place) => ({ condition, name: sql.raw(`way_${place}`) }));
  if (ways.length === 0) return matchesOfIds([]);
  const within = filterTerms(filter);
  const [max, oneMore] = [inlineNumber(atMost), inlineNumber(atMost + 1)];
  const selects = ways.map(({ condition, name }, place) => {
    const unlessMany = ways.slice(0, place).map((before) => sql`(select count(*) from ${before.name}) <= ${max}`);
    const where = sql.join([condition, ...within, ...unlessMany], AND);
    return sql`${name} as materialized (select s.product_id from product_search s where ${where} limit ${oneMore})`;
  });
  const isMany = ways.map(({ name }) => sql`(select count(*) from ${name}) > ${max}`);
  const candidates = ways.map(({ name }) => sql`select product_id from ${name}, cut where not more`);
  return {
    ctes: sql`${sql.join(selects, sql`, `)},
              cut as materialized (select ${sql.join(isMany, sql` or `)} as more),
              found as materialized (
                select c.product_id from (${sql.join(candidates, sql` union `)}) c
                 where ${beyondTerms(filter, sql`c.product_id`)} limit ${oneMore})`,
    isUsual: isUsual(filter, ways.length),
  };
}

/** Without a filter the terms are always looked up in the index; statements of more conditions are too different. */
export const isUsual = (filter: ProductFilter, conditionCount: number) => isOpen(filter) && conditionCount <= 3;

/** The ids of the matches, or undefined if there are more than `atMost`. */
export async function listMatchIds(db: Db, { ctes, isUsual }: Matches, atMost: number) {
  const { rows } = await db.execute<{ more: boolean; ids: string[] }>(sql`${preparedIf(isUsual)}
    with ${ctes} select more, (select coalesce(json_agg(product_id), '[]') from found) as ids from cut`);
  const { more, ids } = rows[0] ?? { more: false, ids: [] };
  return more || ids.length > atMost ? undefined : ids;
}
