import type { OrderFilter } from '@shop/contracts/orders/admin-schema';
import { OrderStatus, PaymentStatus } from '@shop/contracts/orders/schema';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import type { SummaryRow } from './rules.ts';

type Page = { limit: number; after?: string };
/** Which orders are searched: all, those with a number, or those of some customers. */
export type OrderScope = { number: string } | { email: string | null; customerIds: string[] } | 'all';

const days = ({ from, to }: OrderFilter) => sql`
  ${from ? sql`created_at >= ${from}::date at time zone 'UTC'` : sql`true`}
  and ${to ? sql`created_at < (${to}::date + 1) at time zone 'UTC'` : sql`true`}`;

const afterCursor = (after: string | undefined) =>
  after ? sql`(created_at, id) < (select created_at, id from orders where id = ${after})` : sql`true`;

/** The newest of one index range; the page is the newest of all ranges. Only indexes are read. */
const newest = (where: SQL, filter: OrderFilter, { limit, after }: Page) => sql`
  select id, created_at from orders where ${where} and ${days(filter)} and ${afterCursor(after)}
   order by created_at desc, id desc limit ${limit}`;

/** Due means neither paid nor cancelled. */
const statusesOf = ({ status, payment }: OrderFilter) =>
  (status ? [status] : OrderStatus.options).filter((one) => payment !== 'due' || one !== 'cancelled');
const paymentsOf = ({ payment }: OrderFilter) =>
  payment === undefined ? PaymentStatus.options : [payment === 'due' ? 'pending' : payment];

function candidateIds(scope: OrderScope, filter: OrderFilter, page: Page) {
  const isFiltered = filter.status !== undefined || filter.payment !== undefined;
  const [statuses, payments] = [sql.param(statusesOf(filter)), sql.param(paymentsOf(filter))];
  if (scope === 'all') {
    if (!isFiltered) return newest(sql`true`, filter, page);
    return sql`
      select o.* from unnest(${statuses}::text[]) s, unnest(${payments}::text[]) p,
             lateral (${newest(sql`status = s and payment_status = p`, filter, page)}) o`;
  }
  const inState = isFiltered
    ? sql`status = any (${statuses}::text[]) and payment_status = any (${payments}::text[])`
    : sql`true`;
  if ('number' in scope) return newest(sql`number = ${scope.number} and ${inState}`, filter, page);
  return sql`
    select o.* from unnest(${sql.param(scope.customerIds)}::uuid[]) customer_id,
           lateral (${newest(sql`user_id = customer_id and ${inState}`, filter, page)}) o
    union
    select o.* from (${newest(sql`email = ${scope.email} and ${inState}`, filter, page)}) o`;
}

/** Only the rows of the page itself are read from the table. */
const orderPage = (scope: OrderScope, filter: OrderFilter, page: Page) => sql`
  (select id from (${candidateIds(scope, filter, page)}) found order by created_at desc, id desc limit ${page.limit}) page
  join orders o on o.id = page.id join users u on u.id = o.user_id`;

/** Newest first, by keyset: few rows are read, however many orders there are. */
export async function listSummaries(db: Db, scope: OrderScope, filter: OrderFilter, page: Page) {
  const { rows } = await db.execute<SummaryRow>(sql`
    select o.id, o.number, o.user_id as "userId", u.name as customer, o.email, o.status,
           o.payment_method as "paymentMethod", o.payment_status as "paymentStatus", o.total_cents::float8 as "totalCents",
           o.created_at as "createdAt",
           o.payment_status = 'paid' and exists (
             select from payments y join refunds r on r.payment_id = y.id
              where y.checkout_id = o.checkout_id and y.order_id = o.id and r.status <> 'failed') as "partiallyRefunded",
           o.status = 'processing' and exists (select from shipments s where s.order_id = o.id) as "partiallyShipped"
      from ${orderPage(scope, filter, page)}
     order by o.created_at desc, o.id desc`);
  return rows;
}

export type ExportRow = Omit<SummaryRow, 'total' | 'partiallyRefunded' | 'partiallyShipped'> & {
  address: string;
  subtotalCents: number;
  taxCents: number;
  shippingCents: number;
  discountCents: number;
  discountCode: string | null;
  trackingNumber: string | null;
  notes: string | null;
};

export async function listForExport(db: Db, scope: OrderScope, filter: OrderFilter, page: Page) {
  const { rows } = await db.execute<ExportRow>(sql`
    select o.id, o.number, o.user_id as "userId", u.name as customer, o.email, o.status, o.payment_method as "paymentMethod",
           o.payment_status as "paymentStatus", o.created_at as "createdAt", o.subtotal_cents::float8 as "subtotalCents",
           o.tax_cents::float8 as "taxCents", o.shipping_cents::float8 as "shippingCents",
           o.discount_cents::float8 as "discountCents", o.total_cents::float8 as "totalCents",
           o.discount_code as "discountCode", o.tracking_number as "trackingNumber",
           concat_ws(', ', a ->> 'name', a ->> 'line1', a ->> 'line2', a ->> 'city', a ->> 'state', a ->> 'postalCode',
                     a ->> 'country') as address,
           (select string_agg(body, ' / ' order by n.id) from order_notes n where n.order_id = o.id) as notes
      from ${orderPage(scope, filter, page)}, lateral (select o.shipping_address as a) x
     order by o.created_at desc, o.id desc`);
  return rows;
}
