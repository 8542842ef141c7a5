import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

type Numbers = [key: string, number: number][];

const columns = (numbers: Numbers) => sql`
  unnest(${sql.param(numbers.map(([key]) => key))}::text[], ${sql.param(numbers.map(([, number]) => number))}::bigint[])`;

/** Days are those of the store's time zone. Every process writes in the order of the keys, which prevents deadlocks. */
export const addCounts = (db: Db, numbers: Numbers) =>
  db.execute(sql`
    insert into daily_counts (metric, day, count)
    select metric, (now() at time zone (select store_time_zone()))::date, number from ${columns(numbers)} n (metric, number)
        on conflict (metric, day) do update set count = daily_counts.count + excluded.count`);

/** Maximum of distinct searches stored per month. */
const SEARCHES_MAX = 10_000;

export const addZeroResultSearches = (db: Db, numbers: Numbers) =>
  db.execute(sql`
    with this_month as (select date_trunc('month', now() at time zone (select store_time_zone()))::date as month)
    insert into zero_result_searches (month, query, count)
    select t.month, n.query, n.number from this_month t, ${columns(numbers)} n (query, number)
     where exists (select from zero_result_searches s where (s.month, s.query) = (t.month, n.query))
        or (select count(*) from (select from zero_result_searches s where s.month = t.month limit ${SEARCHES_MAX}) stored)
           < ${SEARCHES_MAX}
        on conflict (month, query) do update set count = zero_result_searches.count + excluded.count`);
