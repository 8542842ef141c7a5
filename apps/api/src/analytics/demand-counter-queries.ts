import type { Db } from '#platform/database/db.ts';
import { count, type Fragment, sql } from '#platform/database/sql.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';
import { splitKey } from './demand-rules.ts';

type Numbers = [key: string, number: number][];

/** Maximum of distinct queries, and of products and variants, stored on one day. */
const STORED_PER_DAY = 2_000;
/** Of these, the most frequent that a past day keeps: two years are 220,000 rows of each table. */
export const KEPT_PER_DAY = 300;
/** Days whose rows the daily job looks at: it may not have run for some of them. */
const TRIMMED_DAYS = 30;

const TODAY = sql`(now() at time zone (select store_time_zone()))::date`;

const columns = (numbers: Numbers) => {
  const keys = numbers.map(([key]) => splitKey(key));
  return sql`unnest(${keys.map(([metric]) => metric)}::text[], ${keys.map(([, subject]) => subject)}::text[],
                    ${numbers.map(([, number]) => number)}::int[])`;
};

/**
 * The rarest rows of today give way to new ones. A statement of its own: no process that waits for a row holds another.
 * `added` has the keys that are about to be written, which stay.
 */
const makeRoom = (table: Fragment, key: Fragment, rarity: Fragment, added: Fragment) =>
  count('demand.makeRoom')`
    with added as (${added})
    delete from ${table} where (day, ${key}) in (
      select day, ${key} from ${table}
       where day = ${TODAY} and (${key}) not in (select * from added) order by ${rarity}, ${key} desc
       limit greatest(0, (select count(*) from ${table} where day = ${TODAY})
                         + (select count(*) from added)
                         - (select count(*) from ${table} where day = ${TODAY} and (${key}) in (select * from added))
                         - ${STORED_PER_DAY})
         for update skip locked)`;

/** Rows are written in the order of their keys, which prevents deadlocks between processes. */
export async function addSearchDemand(db: Db, numbers: Numbers) {
  const added = sql`select distinct query from ${columns(numbers)} n (metric, query, number)`;
  await db.run(makeRoom(sql`search_demand`, sql`query`, sql`searches + clicks`, added));
  await db.run(insertSearchDemand(numbers));
}

const insertSearchDemand = (numbers: Numbers) =>
  count('demand.addSearches')`
    with today as (select ${TODAY} as day),
         added as (
           select n.query, coalesce(sum(n.number) filter (where n.metric in ('found', 'empty')), 0) as searches,
                  coalesce(sum(n.number) filter (where n.metric = 'empty'), 0) as zero_results,
                  coalesce(sum(n.number) filter (where n.metric = 'click'), 0) as clicks
             from ${columns(numbers)} n (metric, query, number) group by n.query)
    insert into search_demand (day, query, searches, zero_results, clicks)
    select t.day, a.query, a.searches, a.zero_results, a.clicks from today t, added a
     order by a.query
        on conflict (day, query) do update
       set searches = search_demand.searches + excluded.searches,
           zero_results = search_demand.zero_results + excluded.zero_results,
           clicks = search_demand.clicks + excluded.clicks`;

/** Of products and variants that exist. */
export async function addSoldOutDemand(db: Db, numbers: Numbers) {
  const existing = sql`
    select n.subject, n.item_id::uuid as item_id, sum(n.number)::int as number
      from ${columns(numbers)} n (subject, item_id, number)
     where case n.subject when 'product' then exists (select from products p where p.id = n.item_id::uuid)
                          else exists (select from variants v where v.id = n.item_id::uuid) end
     group by 1, 2`;
  const added = sql`select subject, item_id from (${existing}) existing`;
  await db.run(makeRoom(sql`sold_out_demand`, sql`subject, item_id`, sql`count`, added));
  await db.run(insertSoldOutDemand(existing));
}

const insertSoldOutDemand = (existing: Fragment) =>
  count('demand.addSoldOut')`
    insert into sold_out_demand (day, subject, item_id, count)
    select ${TODAY}, subject, item_id, number from (${existing}) existing order by subject, item_id
        on conflict (day, subject, item_id) do update set count = sold_out_demand.count + excluded.count`;

/** Counts and remedies are stored for 25 months. */
export async function deleteOldDemand(db: Db) {
  await deleteInPortions(() =>
    db.run(
      count('demand.deleteOldSearches')`
        delete from search_demand where (day, query) in (
          select day, query from search_demand where day < (${endOfRetention('searchDemand')})::date
           order by day, query limit ${PORTION} for update skip locked)`,
    ),
  );
  await deleteInPortions(() =>
    db.run(
      count('demand.deleteOldSoldOut')`
        delete from sold_out_demand where (day, subject, item_id) in (
          select day, subject, item_id from sold_out_demand where day < (${endOfRetention('soldOutDemand')})::date
           order by day, subject, item_id limit ${PORTION} for update skip locked)`,
    ),
  );
  await deleteInPortions(() =>
    db.run(
      count('demand.deleteOldRemedies')`
        delete from demand_remedies where id in (
          select id from demand_remedies where done_at < ${endOfRetention('demandRemedies')}
           order by done_at limit ${PORTION} for update skip locked)`,
    ),
  );
}

/** The least frequent rows of past days. A process may still write those of yesterday. */
const PAST_DAYS = sql`day between ${TODAY} - ${TRIMMED_DAYS}::int and ${TODAY} - 2`;

export async function deleteRareDemand(db: Db) {
  await deleteInPortions(() =>
    db.run(
      count('demand.deleteRareSearches')`
        delete from search_demand where (day, query) in (
          select day, query from (
            select day, query, row_number() over (partition by day order by searches + clicks desc, query) as place
              from search_demand where ${PAST_DAYS}) ranked
           where place > ${KEPT_PER_DAY} limit ${PORTION})`,
    ),
  );
  await deleteInPortions(() =>
    db.run(
      count('demand.deleteRareSoldOut')`
        delete from sold_out_demand where (day, subject, item_id) in (
          select day, subject, item_id from (
            select day, subject, item_id, row_number() over (partition by day order by count desc, item_id) as place
              from sold_out_demand where ${PAST_DAYS}) ranked
           where place > ${KEPT_PER_DAY} limit ${PORTION})`,
    ),
  );
}
