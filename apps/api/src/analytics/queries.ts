import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import type { DayOfSales, Span } from './rules.ts';

/** Days with sales; `to` is exclusive. */
export async function listDaysOfSales(db: Db, from: string, to: string) {
  const { rows } = await db.execute<DayOfSales>(sql`
    select start::text as day, orders::float8 as orders, units::float8 as units, cents::float8 as cents,
           unpaid_cents::float8 as "unpaidCents" from sales
     where subject = 'all' and grain = 'day' and start >= ${from} and start < ${to}`);
  return rows;
}

export type Subject = 'category' | 'product' | 'payment_method' | 'discount_code';
type TopRow = { key: string; name: string | null; orders: number; units: number; cents: number };

const NAMES: Record<Subject, SQL> = {
  // A merged category is found by the name it had.
  category: sql`coalesce((select name from categories where id = key::uuid),
                         (select alias from taxonomy_redirects where former_id = key::uuid))`,
  product: sql`(select name from products where id = key::uuid)`,
  payment_method: sql`key`,
  discount_code: sql`key`,
};

/** Highest revenue first: the first rows of an index, however many products there are. */
export async function listTopRows(db: Db, subject: Subject, { grain, start }: Omit<Span, 'end'>, limit: number) {
  const { rows } = await db.execute<TopRow>(sql`
    select key, ${NAMES[subject]} as name, orders::float8 as orders, units::float8 as units, cents::float8 as cents
      from (select * from sales where subject = ${subject} and grain = ${grain} and start = ${start} and orders > 0
             order by cents desc, key limit ${limit}) top_rows
     order by cents desc, key`);
  return rows;
}

/** The last month with sales. */
export async function findLastMonth(db: Db) {
  const { rows } = await db.execute<{ start: string }>(sql`
    select start::text from sales where subject = 'payment_method' and grain = 'month' and orders > 0
     order by start desc limit 1`);
  return rows[0]?.start;
}

export type DayCount = { metric: string; day: string; count: number };

export async function listCounts(db: Db, from: string, to: string) {
  const { rows } = await db.execute<DayCount>(sql`
    select metric, day::text, count::float8 as count from daily_counts
     where metric in ('visits', 'products', 'carts', 'checkouts', 'customers') and day >= ${from} and day < ${to}`);
  return rows;
}

/** Up to 120,000 rows for a year; a sum of `int` takes half the time of a sum of `bigint`. */
export async function listZeroResultSearches(db: Db, { start, end }: Span, limit: number) {
  const { rows } = await db.execute<{ query: string; count: number }>(sql`
    select query, sum(count::int)::float8 as count from zero_result_searches
     where month >= ${start} and month < ${end} group by query order by 2 desc, 1 limit ${limit}`);
  return rows;
}
