import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { type OrderScope, orderPage, type Page, type PeriodFilter, pageOrder } from './page-queries.ts';
import type { SummaryRow } from './rules.ts';

/** By keyset: few rows are read, however many orders there are. */
export async function listSummaries(db: Db, scope: OrderScope, filter: PeriodFilter, page: Page) {
  const { rows } = await db.execute<SummaryRow>(sql`
    select o.id, o.number, o.user_id as "userId", u.name as customer, o.email, o.status,
           o.payment_method as "paymentMethod", o.payment_status as "paymentStatus", o.total_cents::float8 as "totalCents",
           o.created_at as "createdAt", items.units, items.images,
           o.payment_status = 'paid' and exists (
             select from payments y join refunds r on r.payment_id = y.id
              where y.checkout_id = o.checkout_id and y.order_id = o.id and r.status <> 'failed'
              union all
             select from refunds where order_id = o.id) as "partiallyRefunded",
           o.status = 'processing' and exists (select from shipments s where s.order_id = o.id) as "partiallyShipped"
      from ${orderPage(scope, filter, page)},
           lateral (select coalesce(sum(l.quantity), 0)::int as units,
                           coalesce(to_json((array_agg(l.image order by l.id))[1:3]), '[]') as images
                      from order_lines l where l.order_id = o.id) items
     order by ${pageOrder(page)}`);
  return rows;
}

export type ExportRow = Omit<SummaryRow, 'partiallyRefunded' | 'partiallyShipped' | 'units' | 'images'> & {
  address: string;
  subtotalCents: number;
  taxCents: number;
  shippingCents: number;
  discountCents: number;
  discountCode: string | null;
  trackingNumber: string | null;
  notes: string | null;
};

export async function listForExport(db: Db, scope: OrderScope, filter: PeriodFilter, page: Page) {
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
     order by ${pageOrder(page)}`);
  return rows;
}
