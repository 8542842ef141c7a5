import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { OrderStatus } from '@shop/contracts/orders/schema';
import { cents, day, number, oneOf, present, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, and, sql } from '#platform/database/sql.ts';

/*
 * Conditions and expression of the index `orders_by_due_day`: open orders with a promise, by the day of their next step.
 */
const DUE_DAY = sql`(case when status = 'shipped' then promised_latest else dispatch_by end)`;
const IS_OPEN = sql`status in ('pending', 'processing', 'shipped') and dispatch_by is not null`;
const TODAY = sql`(now() at time zone store_time_zone())::date`;
/** Late or due today. */
const IS_AT_RISK = sql`${IS_OPEN} and ${DUE_DAY} <= ${TODAY}`;

const PROMISED = 'an order with a day of dispatch has all days of the promise';
const atRisk = {
  id: uuid,
  number: text,
  customer: text,
  status: oneOf(OrderStatus.options),
  shippingMethod: oneOf(SHIPPING_METHODS),
  country: present(text, 'every address has one'),
  totalCents: cents,
  createdAt: timestamp,
  earliest: present(day, PROMISED),
  latest: present(day, PROMISED),
  due: present(day, PROMISED),
  daysLeft: present(number, PROMISED),
};
export type AtRiskRow = Row<typeof atRisk>;

/** Worst first, by keyset: reads the rows of the page, however many orders there are. */
export const listAtRisk = (limit: number, after?: { due: string; id: string }) =>
  all('orders.listAtRisk', atRisk)`
    select o.id, o.number, u.name as customer, o.status, o.shipping_method,
           o.shipping_address ->> 'country' as country, o.total_cents, o.created_at,
           o.promised_earliest as earliest, o.promised_latest as latest, page.due, page.due - ${TODAY} as days_left
      from (select id, ${DUE_DAY} as due from orders
             where ${and(IS_AT_RISK, after && sql`(${DUE_DAY}, id) > (${after.due}::date, ${after.id}::uuid)`)}
             order by ${DUE_DAY}, id limit ${limit}) page
      join orders o on o.id = page.id join users u on u.id = o.user_id
     order by page.due, page.id`;
