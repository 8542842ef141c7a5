import type { Db } from '#platform/database/db.ts';
import { count, sql } from '#platform/database/sql.ts';

type Numbers = [key: string, number: number][];

const columns = (numbers: Numbers) => sql`
  unnest(${numbers.map(([key]) => key)}::text[], ${numbers.map(([, number]) => number)}::bigint[])`;

/** Days are those of the store's time zone. Every process writes in the order of the keys, which prevents deadlocks. */
export const addCounts = (numbers: Numbers) =>
  count('analytics.addCounts')`
    insert into daily_counts (metric, day, count)
    select metric, (now() at time zone (select store_time_zone()))::date, number from ${columns(numbers)} n (metric, number)
        on conflict (metric, day) do update set count = daily_counts.count + excluded.count`;

/** Maximum of distinct searches stored per month. */
const SEARCHES_MAX = 10_000;

const THIS_MONTH = sql`select date_trunc('month', now() at time zone (select store_time_zone()))::date as month`;

/** The rarest searches give way to new ones. In two statements: no process that waits for a row holds another. */
export async function addZeroResultSearches(db: Db, numbers: Numbers) {
  await db.run(makeRoom(numbers));
  await db.run(insertZeroResultSearches(numbers));
}

const makeRoom = (numbers: Numbers) =>
  count('analytics.makeRoomForSearches')`
    with this_month as (${THIS_MONTH}),
         added as (
           select n.query, s.query is null as is_new from this_month t, ${columns(numbers)} n (query, number)
             left join zero_result_searches s on s.query = n.query and s.month = (select month from this_month))
    delete from zero_result_searches where (month, query) in (
      select s.month, s.query from zero_result_searches s
       where s.month = (select month from this_month) and s.query not in (select query from added)
       order by s.count, s.query desc
       limit greatest(0, (select count(*) from zero_result_searches s join this_month using (month))
                         + (select count(*) from added where is_new) - ${SEARCHES_MAX})
         for update skip locked)`;

const insertZeroResultSearches = (numbers: Numbers) =>
  count('analytics.addZeroResultSearches')`
    insert into zero_result_searches (month, query, count)
    select t.month, n.query, sum(n.number) from (${THIS_MONTH}) t, ${columns(numbers)} n (query, number)
     group by t.month, n.query order by n.query
        on conflict (month, query) do update set count = zero_result_searches.count + excluded.count`;
