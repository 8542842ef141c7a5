import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { OrderSummary } from '@shop/contracts/orders/admin-schema';
import { OrderStatus, PaymentStatus } from '@shop/contracts/orders/schema';
import { bool, cents, json, number, oneOf, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all } from '#platform/database/sql.ts';
import { type OrderScope, orderPage, type Page, type PeriodFilter, pageOrder } from './admin-page-queries.ts';

const order = {
  id: uuid,
  number: text,
  userId: uuid,
  customer: text,
  email: text,
  status: oneOf(OrderStatus.options),
  paymentMethod: oneOf(PAYMENT_METHODS),
  paymentStatus: oneOf(PaymentStatus.options),
  totalCents: cents,
  createdAt: timestamp,
};
const summary = {
  ...order,
  units: number,
  images: json(OrderSummary.shape.images),
  partiallyRefunded: bool,
  partiallyShipped: bool,
};
export type SummaryRow = Row<typeof summary>;

/** By keyset: few rows are read, however many orders there are. */
export const listSummaries = (scope: OrderScope, filter: PeriodFilter, page: Page) =>
  all('orders.listSummaries', summary)`
    select o.id, o.number, o.user_id, u.name as customer, o.email, o.status, o.payment_method, o.payment_status,
           o.total_cents, o.created_at, items.units, items.images,
           o.payment_status = 'paid' and exists (
             select from payments y join refunds r on r.payment_id = y.id
              where y.checkout_id = o.checkout_id and y.order_id = o.id and r.status <> 'failed'
              union all
             select from refunds where order_id = o.id) as partially_refunded,
           o.status = 'processing' and exists (select from shipments s where s.order_id = o.id) as partially_shipped
      from ${orderPage(scope, filter, page)},
           lateral (select coalesce(sum(l.quantity), 0) as units,
                           coalesce(to_json((array_agg(l.image order by l.id))[1:3]), '[]') as images
                      from order_lines l where l.order_id = o.id) items
     order by ${pageOrder(page)}`;

const exported = {
  ...order,
  address: text,
  subtotalCents: cents,
  taxCents: cents,
  shippingCents: cents,
  discountCents: cents,
  discountCode: orNull(text),
  trackingNumber: orNull(text),
  notes: orNull(text),
};
export type ExportRow = Row<typeof exported>;

export const listForExport = (scope: OrderScope, filter: PeriodFilter, page: Page) =>
  all('orders.listForExport', exported)`
    select o.id, o.number, o.user_id, u.name as customer, o.email, o.status, o.payment_method, o.payment_status,
           o.created_at, o.subtotal_cents, o.tax_cents, o.shipping_cents, o.discount_cents, o.total_cents,
           o.discount_code, o.tracking_number,
           concat_ws(', ', a ->> 'name', a ->> 'line1', a ->> 'line2', a ->> 'city', a ->> 'state', a ->> 'postalCode',
                     a ->> 'country') as address,
           (select string_agg(body, ' / ' order by n.id) from order_notes n where n.order_id = o.id) as notes
      from ${orderPage(scope, filter, page)}, lateral (select o.shipping_address as a) x
     order by ${pageOrder(page)}`;
