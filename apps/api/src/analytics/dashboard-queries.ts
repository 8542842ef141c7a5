import type { MenuCounts } from '@shop/contracts/admin/menu-schema';
import { type ATTENTION, COUNTED_TO } from '@shop/contracts/analytics/constants';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { staffName } from '#platform/database/staff-name.ts';

type OrderRow = {
  id: string;
  number: string;
  userId: string;
  customer: string;
  email: string;
  status: 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled';
  paymentMethod: 'card' | 'upi' | 'wallet' | 'netbanking' | 'cod';
  paymentStatus: 'pending' | 'paid' | 'refunded';
  totalCents: number;
  createdAt: string;
  partiallyRefunded: boolean;
  partiallyShipped: boolean;
};

export async function listNewestOrders(db: Db, limit: number) {
  const { rows } = await db.execute<OrderRow>(sql`
    select o.id, o.number, o.user_id as "userId", u.name as customer, o.email, o.status,
           o.payment_method as "paymentMethod", o.payment_status as "paymentStatus",
           o.total_cents::float8 as "totalCents", o.created_at as "createdAt",
           o.payment_status = 'paid' and exists (
             select from payments y join refunds r on r.payment_id = y.id
              where y.checkout_id = o.checkout_id and y.order_id = o.id and r.status <> 'failed'
              union all
             select from refunds where order_id = o.id) as "partiallyRefunded",
           o.status = 'processing' and exists (select from shipments s where s.order_id = o.id) as "partiallyShipped"
      from (select * from orders order by created_at desc, id desc limit ${limit}) o join users u on u.id = o.user_id
     order by o.created_at desc, o.id desc`);
  return rows;
}

type ActivityRow = {
  id: string;
  who: string | null;
  bySystem: boolean;
  action: string;
  entity: string;
  entityId: string;
  product: string | null;
  at: string;
};

export async function listRecentActivity(db: Db, limit: number) {
  const { rows } = await db.execute<ActivityRow>(sql`
    select a.id, ${staffName('u')} as who, a.actor_user_id is null as "bySystem", a.action, a.entity, a.entity_id as "entityId",
           p.name as product, a.created_at as at
      from (select * from audit_log where entity not in ('login', 'access') order by id desc limit ${limit}) a left join users u on u.id = a.actor_user_id
           left join products p on p.id = case when a.entity = 'product' then a.entity_id::uuid end
     order by a.id desc`);
  return rows;
}

type Attention = (typeof ATTENTION)[number];

/** Low-stock variants that are checked for being on sale. */
const LOW_STOCK_SCANNED = 1_000;

/** The orders that the list shows with the filter "unfulfilled". */
const TO_SHIP = sql`
  from orders where status in ('pending', 'processing') and (payment_status <> 'refunded' or has_units_to_ship(id))`;

const ATTENTION_QUERIES: Record<Attention, SQL> = {
  toShip: TO_SHIP,
  // The orders of `listAtRisk` in orders/promises, by the same index.
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
export async function countAttention(db: Db, what: Attention) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select ${ATTENTION_QUERIES[what]} limit ${COUNTED_TO + 1}) waiting`);
  return rows[0]?.count ?? 0;
}

const MENU_QUERIES: Record<keyof MenuCounts, SQL> = {
  ordersToShip: sql`select ${TO_SHIP}`,
  openTickets: sql`select ${ATTENTION_QUERIES.tickets}`,
  pendingReviews: sql`select ${ATTENTION_QUERIES.reviews}`,
  paymentProblems: sql`select ${ATTENTION_QUERIES.paymentProblems}`,
  failedJobs: sql`select ${ATTENTION_QUERIES.failedJobs}`,
};

/** In one statement, each counted up to `COUNTED_TO + 1` by an index of the rows that wait. */
export async function findMenuCounts(db: Db, isCounted: (name: keyof MenuCounts) => boolean): Promise<MenuCounts> {
  const countOf = (name: keyof MenuCounts) =>
    isCounted(name)
      ? sql`(select count(*)::int from (${MENU_QUERIES[name]} limit ${COUNTED_TO + 1}) waiting)`
      : sql`null::int`;
  const { rows } = await db.execute<MenuCounts>(sql`
    select ${countOf('ordersToShip')} as "ordersToShip", ${countOf('openTickets')} as "openTickets",
           ${countOf('pendingReviews')} as "pendingReviews", ${countOf('paymentProblems')} as "paymentProblems",
           ${countOf('failedJobs')} as "failedJobs"`);
  if (!rows[0]) throw new Error('The counts of the menu have no row.');
  return rows[0];
}

type LowStockVariant = { variantId: string; productId: string; name: string; sku: string; available: number };

/** Variants on sale with low stock, lowest first. */
export async function listLowStock(db: Db) {
  const { rows } = await db.execute<LowStockVariant>(sql`
    select v.id as "variantId", p.id as "productId", p.name, v.sku, s.available::int as available
      from (select variant_id from low_stock limit ${LOW_STOCK_SCANNED}) l
      join stock s on s.variant_id = l.variant_id
      join variants v on v.id = l.variant_id and v.archived_at is null
      join products p on p.id = v.product_id and p.status = 'published' and p.sellable
     order by s.available, p.name, v.sku limit ${COUNTED_TO + 1}`);
  return rows;
}
