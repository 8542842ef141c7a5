import { sql } from 'drizzle-orm';
import type { Db } from '#db.ts';

type Numbers = [key: string, number: number][];

const columns = (numbers: Numbers) => sql`
  unnest(${sql.param(numbers.map(([key]) => key))}::text[], ${sql.param(numbers.map(([, number]) => number))}::bigint[])`;

/** Every process writes in the order of the keys, which prevents deadlocks. */
export const addCounts = (db: Db, numbers: Numbers) =>
  db.execute(sql`
    insert into daily_counts (what, day, count)
    select what, (now() at time zone 'UTC')::date, number from ${columns(numbers)} n (what, number)
        on conflict (what, day) do update set count = daily_counts.count + excluded.count`);

/** Maximum of distinct searches stored per month. */
const SEARCHES_MAX = 10_000;

export const addZeroResultSearches = (db: Db, numbers: Numbers) =>
  db.execute(sql`
    with this_month as (select date_trunc('month', now() at time zone 'UTC')::date as month)
    insert into searches_without_result (month, words, count)
    select t.month, n.words, n.number from this_month t, ${columns(numbers)} n (words, number)
     where exists (select from searches_without_result s where (s.month, s.words) = (t.month, n.words))
        or (select count(*) from (select from searches_without_result s where s.month = t.month limit ${SEARCHES_MAX}) stored)
           < ${SEARCHES_MAX}
        on conflict (month, words) do update set count = searches_without_result.count + excluded.count`);
