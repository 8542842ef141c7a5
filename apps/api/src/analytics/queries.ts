import type { DateRange } from '@shop/contracts/analytics/date-range';
import type { Db } from '#platform/database/db.ts';
import { cents, day, number, oneOf, orNull, text } from '#platform/database/row.ts';
import { all, type Fragment, first, one, sql } from '#platform/database/sql.ts';
import type { Piece } from './rules.ts';

const daysOfSales = { day, orders: number, units: number, cents: cents, unpaidCents: cents, returningOrders: number };

/** Days with sales. */
export const listDaysOfSales = ({ from, to }: DateRange) =>
  all('analytics.listDaysOfSales', daysOfSales)`
    select start as day, orders, units, cents, unpaid_cents, returning_orders from sales
     where subject = 'all' and grain = 'day' and start between ${from} and ${to}`;

/** Days with refunds. */
export const listDaysOfRefunds = ({ from, to }: DateRange) =>
  all('analytics.listDaysOfRefunds', { day, refunds: number, cents: cents })`
    select start as day, orders as refunds, cents from sales
     where subject = 'refund' and grain = 'day' and start between ${from} and ${to}`;

/** Orders promised for these days at the latest, and those of them that kept it. It is decided when the day is over. */
export const findPromises = ({ from, to }: DateRange, today: string) =>
  one('analytics.findPromises', { due: number, kept: number })`
    select coalesce(sum(orders), 0) as due, coalesce(sum(units), 0) as kept from sales
     where subject = 'promise' and grain = 'day' and start between ${from} and ${to} and start < ${today}`;

export type Subject = 'category' | 'product' | 'payment_method' | 'discount_code' | 'customer' | 'refunded_product';

const PRODUCT_NAME = sql`(select name from products where id = key::uuid)`;
const NAMES: Record<Subject, Fragment> = {
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
  unnest(${pieces.map(({ grain }) => grain)}::text[], ${pieces.map(({ start }) => start)}::date[])`;

const top = { key: text, name: orNull(text), orders: number, units: number, cents: cents };

/** Highest revenue first: the first rows of each part's index range, however many products there are. */
export function listTopRows(subject: Subject, pieces: readonly Piece[], limit: number) {
  const ofPart = Math.max(CANDIDATES_OF_PART, Math.ceil(Math.max(limit, CANDIDATES) / pieces.length));
  const candidates = pieces.length === 1 ? limit : ofPart;
  return all('analytics.listTopRows', top)`
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
    select key, ${NAMES[subject]} as name, orders, units, cents
      from sums order by sums.cents desc, key`;
}

/** Cents of these keys, by key. */
export async function listRevenueOf(db: Db, subject: Subject, pieces: readonly Piece[], keys: string[]) {
  const rows = await db.run(
    all('analytics.listRevenueOf', { key: text, cents: cents })`
      select s.key, sum(s.cents) as cents
        from unnest(${keys}::text[]) k (key), ${unnestPieces(pieces)} p (grain, start), sales s
       where s.subject = ${subject} and s.grain = p.grain and s.start = p.start and s.key = k.key
       group by s.key`,
  );
  return new Map(rows.map(({ key, cents }) => [key, cents]));
}

/** The last month with sales. */
export const findLastMonth = () =>
  first('analytics.findLastMonth', { start: day })`
    select start from sales where subject = 'payment_method' and grain = 'month' and orders > 0
     order by start desc limit 1`;

const METRICS = ['visits', 'products', 'carts', 'checkouts', 'customers'] as const;

export const listCounts = ({ from, to }: DateRange) =>
  all('analytics.listCounts', { metric: oneOf(METRICS), day, count: number })`
    select metric, day, count from daily_counts
     where metric in ('visits', 'products', 'carts', 'checkouts', 'customers') and day between ${from} and ${to}`;

/**
 * Of the months that the range touches. Up to 240,000 rows for two years; a sum of `int` takes half the time of a sum of
 * `bigint`.
 */
export const listZeroResultSearches = ({ from, to }: DateRange, limit: number) =>
  all('analytics.listZeroResultSearches', { query: text, count: number })`
    select query, sum(count::int) as count from zero_result_searches
     where month between date_trunc('month', ${from}::timestamp)::date and ${to}
     group by query order by 2 desc, 1 limit ${limit}`;
