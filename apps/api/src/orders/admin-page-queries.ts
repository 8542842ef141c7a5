import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import type { OrderFilter, OrderSort } from '@shop/contracts/orders/admin-schema';
import { OrderStatus, PaymentStatus } from '@shop/contracts/orders/schema';
import { sortDirection } from '#platform/database/columns.ts';
import { number } from '#platform/database/row.ts';
import { and, type Fragment, one, raw, sql, when } from '#platform/database/sql.ts';

export type Page = { limit: number; after?: string; sort?: OrderSort };
/** Which orders are searched: all, those with a number, or those of some customers. */
export type OrderScope = { number: string } | { email: string | null; customerIds: string[] } | 'all';

/** A filter whose days are moments, as `periodOf` returns it. */
export type PeriodFilter = Omit<OrderFilter, 'from' | 'to'> & { since?: string; before?: string };

/** Orders of one customer that are read for a count, whatever their status. */
const READ_MAX = 20_000;

export const isByTotal = (sort: OrderSort | undefined) => sort === 'total' || sort === '-total';
export const hasPeriod = ({ since, before }: PeriodFilter) => since !== undefined || before !== undefined;

const sortOf = (sort: OrderSort = '-date') => ({
  key: raw(isByTotal(sort) ? 'total_cents' : 'created_at'),
  ...sortDirection(sort),
});

/**
 * Of a row of `orders`: not all of its units are shipped or refunded. Only orders whose payment is refunded can be without
 * any, so that the rows of the others are not read; one that was reopened has all of its units to ship.
 */
const HAS_UNITS_TO_SHIP = sql`(payment_status <> 'refunded' or has_units_to_ship(id))`;

const days = ({ since, before, fulfillment }: PeriodFilter) =>
  and(
    when(fulfillment, HAS_UNITS_TO_SHIP),
    when(since, sql`created_at >= ${since}::timestamptz`),
    when(before, sql`created_at < ${before}::timestamptz`),
  );

/** Due means neither paid nor cancelled. */
const statusesOf = ({ status, payment, fulfillment }: PeriodFilter) =>
  (status ? [status] : OrderStatus.options)
    .filter((one) => payment !== 'due' || one !== 'cancelled')
    .filter((one) => fulfillment === undefined || one === 'pending' || one === 'processing');
const paymentsOf = ({ payment }: PeriodFilter) =>
  payment === undefined ? PaymentStatus.options : [payment === 'due' ? 'pending' : payment];
const methodsOf = ({ shipping }: PeriodFilter) => (shipping ? [shipping] : SHIPPING_METHODS);

/** A statement for one range of an index: `range` are conditions on its first columns, `others` are on the rows. */
type RangeQuery = (range: Fragment, others: Fragment) => Fragment;

/** The union of all index ranges that the scope and the filter consist of. */
function inRanges(scope: OrderScope, filter: PeriodFilter, sort: OrderSort | undefined, query: RangeQuery) {
  const { status, payment, fulfillment, shipping } = filter;
  const hasState = status !== undefined || payment !== undefined || fulfillment !== undefined;
  const [statuses, payments] = [statusesOf(filter), paymentsOf(filter)];
  const methods = methodsOf(filter);
  if (scope === 'all') {
    const states = sql`unnest(${statuses}::text[]) s, unnest(${payments}::text[]) p`;
    const inState = sql`status = s and payment_status = p`;
    if (shipping !== undefined || isByTotal(sort))
      return sql`
        select o.* from unnest(${methods}::text[]) m, ${states},
               lateral (${query(sql`shipping_method = m and ${inState}`, sql`true`)}) o`;
    return hasState
      ? sql`select o.* from ${states}, lateral (${query(inState, sql`true`)}) o`
      : query(sql`true`, sql`true`);
  }
  const matches =
    hasState || shipping !== undefined
      ? sql`status = any (${statuses}::text[]) and payment_status = any (${payments}::text[])
            and shipping_method = any (${methods}::text[])`
      : sql`true`;
  if ('number' in scope) return query(sql`number = ${scope.number}`, matches);
  return sql`
    select o.* from unnest(${scope.customerIds}::uuid[]) customer_id,
           lateral (${query(sql`user_id = customer_id`, matches)}) o
    union
    select o.* from (${query(sql`email = ${scope.email}`, matches)}) o`;
}

/** The first of one index range; the page is the first of all ranges. Only indexes are read. */
const firstOf =
  (filter: PeriodFilter, { limit, after, sort }: Page): RangeQuery =>
  (range, others) => {
    const { key, direction, beyond } = sortOf(sort);
    const matches = and(range, others, days(filter));
    const isAfter = when(after, sql`(${key}, id) ${beyond} (select ${key}, id from orders where id = ${after})`);
    // No index has the totals of a period in order. `offset 0` is an optimization fence: reads the period and sorts it,
    // where the planner would search all orders by their totals.
    const from =
      isByTotal(sort) && hasPeriod(filter)
        ? sql`(select id, total_cents from orders where ${matches} offset 0) found where ${and(isAfter)}`
        : sql`orders where ${and(matches, isAfter)}`;
    return sql`
      select id, ${key} as sort_key from ${from} order by ${key} ${direction}, id ${direction} limit ${limit}`;
  };

/** Only the rows of the page itself are read from the table. */
export function orderPage(scope: OrderScope, filter: PeriodFilter, page: Page) {
  const { direction } = sortOf(page.sort);
  return sql`
    (select id, sort_key from (${inRanges(scope, filter, page.sort, firstOf(filter, page))}) found
      order by sort_key ${direction}, id ${direction} limit ${page.limit}) page
    join orders o on o.id = page.id join users u on u.id = o.user_id`;
}

/** The sort order of `orderPage`. */
export function pageOrder({ sort }: Page) {
  const { direction } = sortOf(sort);
  return sql`page.sort_key ${direction}, page.id ${direction}`;
}

/** Up to `limit`. Reads ranges of indexes up to the limit, and few rows of the table in a search. */
export function countMatches(scope: OrderScope, filter: PeriodFilter, limit: number) {
  const query: RangeQuery = (range, others) => sql`
    select id from (select id, status, payment_status, shipping_method from orders
                     where ${range} and ${days(filter)} limit ${READ_MAX}) found
     where ${others} limit ${limit}`;
  return one('orders.countMatches', { count: number })`
    select count(*) as count
      from (select id from (${inRanges(scope, filter, undefined, query)}) matches limit ${limit}) counted`;
}
