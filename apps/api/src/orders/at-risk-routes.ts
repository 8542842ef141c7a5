import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { toAmount } from '@shop/contracts/common/money';
import * as operations from '@shop/contracts/orders/admin-operations';
import { AT_RISK_SHOWN, type AtRiskOrder, type AtRiskQuery } from '@shop/contracts/orders/promise-schema';
import { OrderStatus } from '@shop/contracts/orders/schema';
import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#platform/database/db.ts';
import { cents, day, number, oneOf, present, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, and, sql } from '#platform/database/sql.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { paginateBy, setNextLink } from '#platform/http/paging.ts';
import { toIso } from '#platform/timestamps.ts';

export const promiseRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.listOrdersAtRisk, { access: 'orders.read' }, async ({ query }, reply) => {
    const { orders, next } = await browseAtRisk(app.db, query);
    setNextLink(reply, '/api/admin/orders/at-risk', query, next);
    return orders;
  });
};

async function browseAtRisk(db: Db, { after }: AtRiskQuery) {
  const [due, id] = after?.split('_') ?? [];
  const rows = await db.run(listAtRisk(AT_RISK_SHOWN + 1, due && id ? { due, id } : undefined));
  const { items, next } = paginateBy(rows, AT_RISK_SHOWN, (last) => `${last.due}_${last.id}`);
  return { orders: items.map(atRiskOrder), next };
}

const STEPS = { pending: 'packing', processing: 'shipping', shipped: 'carrier' } as const;
const hasStep = (status: string): status is keyof typeof STEPS => status in STEPS;

const atRiskOrder = ({ totalCents, createdAt, earliest, latest, ...row }: AtRiskRow): AtRiskOrder => ({
  ...row,
  total: toAmount(totalCents),
  createdAt: toIso(createdAt),
  promise: { earliest, latest },
  waitsFor: hasStep(row.status) ? STEPS[row.status] : 'carrier',
});

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
type AtRiskRow = Row<typeof atRisk>;

/** Worst first, by keyset: reads the rows of the page, however many orders there are. */
const listAtRisk = (limit: number, after?: { due: string; id: string }) =>
  all('orders.listAtRisk', atRisk)`
    select o.id, o.number, u.name as customer, o.status, o.shipping_method,
           o.shipping_address ->> 'country' as country, o.total_cents, o.created_at,
           o.promised_earliest as earliest, o.promised_latest as latest, page.due, page.due - ${TODAY} as days_left
      from (select id, ${DUE_DAY} as due from orders
             where ${and(IS_AT_RISK, after && sql`(${DUE_DAY}, id) > (${after.due}::date, ${after.id}::uuid)`)}
             order by ${DUE_DAY}, id limit ${limit}) page
      join orders o on o.id = page.id join users u on u.id = o.user_id
     order by page.due, page.id`;
