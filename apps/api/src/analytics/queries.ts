import type { DateRange } from '@shop/contracts/analytics/date-range';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import type { DayCount, DayOfRefunds, DayOfSales, Piece } from './rules.ts';

/** Days with sales. */
export async function listDaysOfSales(db: Db, { from, to }: DateRange) {
  const { rows } = await db.execute<DayOfSales>(sql`
    select start::text as day, orders::float8 as orders, units::float8 as units, cents::float8 as cents,
           unpaid_cents::float8 as "unpaidCents", returning_orders::float8 as "returningOrders" from sales
     where subject = 'all' and grain = 'day' and start between ${from} and ${to}`);
  return rows;
}

/** Days with refunds. */
export async function listDaysOfRefunds(db: Db, { from, to }: DateRange) {
  const { rows } = await db.execute<DayOfRefunds>(sql`
    select start::text as day, orders::float8 as refunds, cents::float8 as cents from sales
     where subject = 'refund' and grain = 'day' and start between ${from} and ${to}`);
  return rows;
}

/** Orders promised for these days at the latest, and those of them that kept it. It is decided when the day is over. */
export async function findPromises(db: Db, { from, to }: DateRange, today: string) {
  const { rows } = await db.execute<{ due: number; kept: number }>(sql`
    select coalesce(sum(orders), 0)::float8 as due, coalesce(sum(units), 0)::float8 as kept from sales
     where subject = 'promise' and grain = 'day' and start between ${from} and ${to} and start < ${today}`);
  return rows[0] ?? { due: 0, kept: 0 };
}

export type Subject = 'category' | 'product' | 'payment_method' | 'discount_code' | 'customer' | 'refunded_product';
type TopRow = { key: string; name: string | null; orders: number; units: number; cents: number };

const PRODUCT_NAME = sql`(select name from products where id = key::uuid)`;
const NAMES: Record<Subject, SQL> = {
  // A merged category is found by the name it had.
  category: sql`coalesce((select name from categories where id = key::uuid),
                         (select alias from taxonomy_redirects where former_id = key::uuid))`,
  product: PRODUCT_NAME,
  payment_method: sql`key`,
  discount_code: sql`key`,
  customer: sql`(select name from users where id = key::uuid and deleted_at is null)`,
  refunded_product: PRODUCT_NAME,
};

/**
 * Of a range that is no calendar month or year, the top rows of each of its parts are candidates: a product that sells
 * little on each single day can be missing, and reading all products of each day would take seconds.
 */
const CANDIDATES = 500;
const CANDIDATES_OF_PART = 20;

const unnestPieces = (pieces: readonly Piece[]) => sql`
  unnest(${sql.param(pieces.map(({ grain }) => grain))}::text[], ${sql.param(pieces.map(({ start }) => start))}::date[])`;

/** Highest revenue first: the first rows of each part's index range, however many products there are. */
export async function listTopRows(db: Db, subject: Subject, pieces: readonly Piece[], limit: number) {
  const ofPart = Math.max(CANDIDATES_OF_PART, Math.ceil(Math.max(limit, CANDIDATES) / pieces.length));
  const candidates = pieces.length === 1 ? limit : ofPart;
  const { rows } = await db.execute<TopRow>(sql`
    with pieces as (select * from ${unnestPieces(pieces)} p (grain, start)),
         candidates as (
           select distinct t.key from pieces p, lateral (
             select key from sales s
              where s.subject = ${subject} and s.grain = p.grain and s.start = p.start and s.orders > 0
              order by s.cents desc, s.key limit ${candidates}) t),
         sums as (
           select c.key, sum(s.orders) as orders, sum(s.units) as units, sum(s.cents) as cents
             from candidates c, pieces p, sales s
            where s.subject = ${subject} and s.grain = p.grain and s.start = p.start and s.key = c.key
            group by c.key having sum(s.orders) > 0 order by sum(s.cents) desc, c.key limit ${limit})
    select key, ${NAMES[subject]} as name, orders::float8 as orders, units::float8 as units, cents::float8 as cents
      from sums order by sums.cents desc, key`);
  return rows;
}

/** Cents of these keys, by key. */
export async function listRevenueOf(db: Db, subject: Subject, pieces: readonly Piece[], keys: string[]) {
  const { rows } = await db.execute<{ key: string; cents: number }>(sql`
    select s.key, sum(s.cents)::float8 as cents
      from unnest(${sql.param(keys)}::text[]) k (key), ${unnestPieces(pieces)} p (grain, start), sales s
     where s.subject = ${subject} and s.grain = p.grain and s.start = p.start and s.key = k.key
     group by s.key`);
  return new Map(rows.map(({ key, cents }) => [key, cents]));
}

/** The last month with sales. */
export async function findLastMonth(db: Db) {
  const { rows } = await db.execute<{ start: string }>(sql`
    select start::text from sales where subject = 'payment_method' and grain = 'month' and orders > 0
     order by start desc limit 1`);
  return rows[0]?.start;
}

export async function listCounts(db: Db, { from, to }: DateRange) {
  const { rows } = await db.execute<DayCount>(sql`
    select metric, day::text, count::float8 as count from daily_counts
     where metric in ('visits', 'products', 'carts', 'checkouts', 'customers') and day between ${from} and ${to}`);
  return rows;
}

/**
 * Of the months that the range touches. Up to 240,000 rows for two years; a sum of `int` takes half the time of a sum of
 * `bigint`.
 */
export async function listZeroResultSearches(db: Db, { from, to }: DateRange, limit: number) {
  const { rows } = await db.execute<{ query: string; count: number }>(sql`
    select query, sum(count::int)::float8 as count from zero_result_searches
     where month between date_trunc('month', ${from}::timestamp)::date and ${to}
     group by query order by 2 desc, 1 limit ${limit}`);
  return rows;
}
