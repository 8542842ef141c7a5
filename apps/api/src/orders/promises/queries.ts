import type { AtRiskOrder } from '@shop/contracts/orders/promise-schema';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

/*
 * Conditions and expression of the index `orders_by_due_day`: open orders with a promise, by the day of their next step.
 */
const DUE_DAY = sql`(case when status = 'shipped' then promised_latest else dispatch_by end)`;
const IS_OPEN = sql`status in ('pending', 'processing', 'shipped') and dispatch_by is not null`;
const TODAY = sql`(now() at time zone store_time_zone())::date`;
/** Late or due today. */
const IS_AT_RISK = sql`${IS_OPEN} and ${DUE_DAY} <= ${TODAY}`;

export type AtRiskRow = Pick<
  AtRiskOrder,
  'id' | 'number' | 'customer' | 'status' | 'shippingMethod' | 'country' | 'due' | 'daysLeft'
> & { totalCents: number; createdAt: string; earliest: string; latest: string };

/** Worst first, by keyset: reads the rows of the page, however many orders there are. */
export async function listAtRisk(db: Db, limit: number, after?: { due: string; id: string }) {
  const isAfter = after ? sql`(${DUE_DAY}, id) > (${after.due}::date, ${after.id}::uuid)` : sql`true`;
  const { rows } = await db.execute<AtRiskRow>(sql`
    select o.id, o.number, u.name as customer, o.status, o.shipping_method as "shippingMethod",
           o.shipping_address ->> 'country' as country, o.total_cents::float8 as "totalCents",
           o.created_at as "createdAt", o.promised_earliest::text as earliest, o.promised_latest::text as latest,
           page.due::text, page.due - ${TODAY} as "daysLeft"
      from (select id, ${DUE_DAY} as due from orders where ${IS_AT_RISK} and ${isAfter}
             order by ${DUE_DAY}, id limit ${limit}) page
      join orders o on o.id = page.id join users u on u.id = o.user_id
     order by page.due, page.id`);
  return rows;
}
