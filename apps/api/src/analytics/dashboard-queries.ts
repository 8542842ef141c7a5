import type { MenuCounts } from '@shop/contracts/admin/menu-schema';
import { type ATTENTION, COUNTED_TO } from '@shop/contracts/analytics/constants';
import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { ORDER_STATUSES } from '@shop/contracts/orders/constants';
import { staffName } from '#platform/database/columns.ts';
import { bool, cents, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, type Fragment, one, sql } from '#platform/database/sql.ts';

const order = {
  id: uuid,
  number: text,
  userId: uuid,
  customer: text,
  email: text,
  status: oneOf(ORDER_STATUSES),
  paymentMethod: oneOf(PAYMENT_METHODS),
  paymentStatus: oneOf(['pending', 'paid', 'refunded']),
  totalCents: cents,
  createdAt: timestamp,
  partiallyRefunded: bool,
  partiallyShipped: bool,
};

export const listNewestOrders = (limit: number) =>
  all('analytics.listNewestOrders', order)`
    select o.id, o.number, o.user_id, u.name as customer, o.email, o.status,
           o.payment_method, o.payment_status, o.total_cents, o.created_at,
           o.payment_status = 'paid' and exists (
             select from payments y join refunds r on r.payment_id = y.id
              where y.checkout_id = o.checkout_id and y.order_id = o.id and r.status <> 'failed'
              union all
             select from refunds where order_id = o.id) as partially_refunded,
           o.status = 'processing' and exists (select from shipments s where s.order_id = o.id) as partially_shipped
      from (select * from orders order by created_at desc, id desc limit ${limit}) o join users u on u.id = o.user_id
     order by o.created_at desc, o.id desc`;

const activity = {
  id: uuid,
  who: orNull(text),
  bySystem: bool,
  action: text,
  entity: text,
  entityId: text,
  product: orNull(text),
  at: timestamp,
};

export const listRecentActivity = (limit: number) =>
  all('analytics.listRecentActivity', activity)`
    select a.id, ${staffName('u')} as who, a.actor_user_id is null as by_system, a.action, a.entity, a.entity_id,
           p.name as product, a.created_at as at
      from (select * from audit_log where entity not in ('login', 'access') order by id desc limit ${limit}) a left join users u on u.id = a.actor_user_id
           left join products p on p.id = case when a.entity = 'product' then a.entity_id::uuid end
     order by a.id desc`;

type Attention = (typeof ATTENTION)[number];

/** Low-stock variants that are checked for being on sale. */
const LOW_STOCK_SCANNED = 1_000;

/** The orders that the list shows with the filter "unfulfilled". */
const TO_SHIP = sql`
  from orders where status in ('pending', 'processing') and (payment_status <> 'refunded' or has_units_to_ship(id))`;

const ATTENTION_QUERIES: Record<Attention, Fragment> = {
  toShip: TO_SHIP,
  // The orders of `listAtRisk` in `orders/at-risk-routes.ts`, by the same index.
  atRisk: sql`
    from orders where status in ('pending', 'processing', 'shipped') and dispatch_by is not null
     and (case when status = 'shipped' then promised_latest else dispatch_by end)
         <= (now() at time zone store_time_zone())::date`,
  unpaid: sql`from orders where status in ('pending', 'processing', 'shipped', 'delivered') and payment_status = 'pending'`,
  lowStock: sql`
    from (select variant_id from low_stock limit ${LOW_STOCK_SCANNED}) l
    join variants v on v.id = l.variant_id and v.archived_at is null
    join products p on p.id = v.product_id and p.status = 'published' and p.sellable`,
  tickets: sql`from support_tickets where status = 'open'`,
  reviews: sql`from reviews where status = 'pending'`,
  paymentProblems: sql`from payment_problems`,
  failedJobs: sql`from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null`,
};

/** Counted up to `COUNTED_TO + 1`: more is not shown. */
export const countAttention = (what: Attention) =>
  one('analytics.countAttention', { count: number })`
    select count(*) from (select ${ATTENTION_QUERIES[what]} limit ${COUNTED_TO + 1}) waiting`;

const MENU_QUERIES: Record<keyof MenuCounts, Fragment> = {
  ordersToShip: sql`select ${TO_SHIP}`,
  openTickets: sql`select ${ATTENTION_QUERIES.tickets}`,
  pendingReviews: sql`select ${ATTENTION_QUERIES.reviews}`,
  paymentProblems: sql`select ${ATTENTION_QUERIES.paymentProblems}`,
  failedJobs: sql`select ${ATTENTION_QUERIES.failedJobs}`,
};

const menu = {
  ordersToShip: orNull(number),
  openTickets: orNull(number),
  pendingReviews: orNull(number),
  paymentProblems: orNull(number),
  failedJobs: orNull(number),
};

/** In one statement, each counted up to `COUNTED_TO + 1` by an index of the rows that wait. */
export function findMenuCounts(isCounted: (name: keyof MenuCounts) => boolean) {
  const countOf = (name: keyof MenuCounts) =>
    isCounted(name)
      ? sql`(select count(*) from (${MENU_QUERIES[name]} limit ${COUNTED_TO + 1}) waiting)`
      : sql`null::int`;
  return one('analytics.findMenuCounts', menu)`
    select ${countOf('ordersToShip')} as orders_to_ship, ${countOf('openTickets')} as open_tickets,
           ${countOf('pendingReviews')} as pending_reviews, ${countOf('paymentProblems')} as payment_problems,
           ${countOf('failedJobs')} as failed_jobs`;
}

const lowStock = { variantId: uuid, productId: uuid, name: text, sku: text, available: number };

/** Variants on sale with low stock, lowest first. */
export const listLowStock = () =>
  all('analytics.listLowStock', lowStock)`
    select v.id as variant_id, p.id as product_id, p.name, v.sku, s.available
      from (select variant_id from low_stock limit ${LOW_STOCK_SCANNED}) l
      join stock s on s.variant_id = l.variant_id
      join variants v on v.id = l.variant_id and v.archived_at is null
      join products p on p.id = v.product_id and p.status = 'published' and p.sellable
     order by s.available, p.name, v.sku limit ${COUNTED_TO + 1}`;
