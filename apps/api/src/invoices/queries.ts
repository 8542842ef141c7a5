import { Cents } from '@shop/contracts/common/schema';
import { InvoiceDocument, InvoiceSummary } from '@shop/contracts/invoices/schema';
import { Order } from '@shop/contracts/orders/schema';
import { z } from 'zod';
import { LINE_OPTIONS } from '#platform/database/columns.ts';
import {
  basisPoints,
  bool,
  cents,
  json,
  minor,
  number,
  orNull,
  text,
  timestamp,
  uuid,
} from '#platform/database/row.ts';
import { all, count, first, one, sql } from '#platform/database/sql.ts';

/** Serializes the documents of an order, and its anonymization. */
export const lockOrder = (id: string) =>
  count('invoices.lockOrder')`select from orders where id = ${id} for no key update`;

/**
 * The order `o` in the outer query is paid, also if it was refunded since, or its first units are shipped. Orders
 * shipped by an earlier release have no shipments.
 */
const IS_DUE = sql`
  (o.payment_status <> 'pending' or o.status in ('shipped', 'delivered')
   or o.status = 'processing' and exists (select from shipments s where s.order_id = o.id))`;

const Line = z.object({
  name: z.string(),
  options: z.record(z.string(), z.string()),
  sku: z.string(),
  unitPriceCents: Cents,
  quantity: z.number(),
});

const orderToInvoice = {
  number: text,
  orderedAt: timestamp,
  now: timestamp,
  buyer: text,
  email: text,
  address: json(Order.shape.shippingAddress),
  taxBp: basisPoints,
  discountCode: orNull(text),
  taxCents: cents,
  shippingCents: cents,
  discountCents: cents,
  totalCents: cents,
  chargeMinor: minor,
  chargeCurrency: text,
  chargeRate: number,
  lines: json(z.array(Line)),
  isDue: bool,
};

export const findOrderToInvoice = (id: string) =>
  first('invoices.findOrder', orderToInvoice)`
    select o.number, o.created_at as ordered_at, now() as now, u.name as buyer, o.email,
           o.shipping_address as address, o.tax_bp, o.discount_code, o.tax_cents, o.shipping_cents, o.discount_cents,
           o.total_cents, o.charge_minor, o.charge_currency, o.charge_rate, l.lines, ${IS_DUE} as is_due
      from orders o join users u on u.id = o.user_id
      cross join lateral (
        select coalesce(json_agg(json_build_object(
                 'name', l.name, 'options', ${LINE_OPTIONS}, 'sku', v.sku, 'unitPriceCents', l.unit_price_cents,
                 'quantity', l.quantity) order by l.id), '[]') as lines
          from order_lines l join products p on p.id = l.product_id join variants v on v.id = l.variant_id
         where l.order_id = o.id) l
     where o.id = ${id}`;

export const findInvoiceOfOrder = (orderId: string) =>
  first('invoices.findOfOrder', { document: json(InvoiceDocument) })`
    select document from invoices where order_id = ${orderId} and kind = 'invoice'`;

export const findOrderOfRefund = (refundId: string) =>
  first('invoices.findOrderOfRefund', { orderId: orNull(uuid) })`
    select coalesce(p.order_id, r.order_id) as order_id
      from refunds r left join payments p on p.id = r.payment_id where r.id = ${refundId}`;

const refundToCredit = {
  isDue: bool,
  amountMinor: minor,
  reason: text,
  now: timestamp,
  refundedMinor: minor,
  creditedMinor: minor,
};

/**
 * `isDue`: processed and without a credit note. `refundedMinor`: by all processed refunds of the payment, or of the cash.
 * `creditedMinor`: by all credit notes of the order.
 */
export const findRefundToCredit = (refundId: string, orderId: string) =>
  first('invoices.findRefund', refundToCredit)`
    select r.status = 'processed' and not exists (select from invoices i where i.refund_id = r.id) as is_due,
           r.amount_minor, r.reason, now() as now,
           (select coalesce(sum(a.amount_minor), 0) from refunds a
             where (a.payment_id = r.payment_id or a.order_id = r.order_id) and a.status = 'processed') as refunded_minor,
           (select coalesce(sum((i.document ->> 'totalMinor')::bigint), 0) from invoices i
             where i.order_id = ${orderId} and i.kind = 'credit_note') as credited_minor
      from refunds r where r.id = ${refundId}`;

/** Of a cancelled order that was never paid. For callers that hold the lock of the order. */
export const findCancellation = (orderId: string) =>
  first('invoices.findCancellation', { now: timestamp, creditedMinor: minor })`
    select now() as now,
           (select coalesce(sum((i.document ->> 'totalMinor')::bigint), 0) from invoices i
             where i.order_id = o.id and i.kind = 'credit_note') as credited_minor
      from orders o where id = ${orderId} and status = 'cancelled' and payment_status = 'pending'`;

/** The row stays locked until the transaction ends: take the number last. */
export const takeNumber = (series: string) =>
  one('invoices.takeNumber', { last: number })`
    insert into invoice_counters as c (series, last) values (${series}, 1)
    on conflict (series) do update set last = c.last + 1 returning last`;

type NewInvoice = {
  orderId: string;
  refundId: string | null;
  series: string;
  sequence: number;
  templateVersion: number;
  document: InvoiceDocument;
};

export const insertInvoice = ({ document, ...invoice }: NewInvoice) =>
  count('invoices.insert')`
    insert into invoices (kind, order_id, refund_id, number, series, sequence, issued_at, template_version, document)
    values (${document.kind}, ${invoice.orderId}, ${invoice.refundId}::uuid, ${document.number}, ${invoice.series},
            ${invoice.sequence}, ${document.issuedAt}::timestamptz, ${invoice.templateVersion}, ${document}::jsonb)`;

/** Whose orders may be read: a customer's own, or everyone's. */
export type OrderOwner = { userId: string } | 'everyone';
const belongsTo = (owner: OrderOwner) => (owner === 'everyone' ? sql`true` : sql`o.user_id = ${owner.userId}`);

const Summary = InvoiceSummary.extend({ issuedAt: z.string() });

/** No row if there is no such order. */
export const listInvoices = (owner: OrderOwner, orderId: string) =>
  first('invoices.list', { invoices: json(z.array(Summary)) })`
    select (select coalesce(json_agg(json_build_object('id', i.id, 'kind', i.kind, 'number', i.number,
                                                       'issuedAt', i.issued_at) order by i.id), '[]')
              from invoices i where i.order_id = o.id) as invoices
      from orders o where o.id = ${orderId} and ${belongsTo(owner)}`;

export const findInvoice = (owner: OrderOwner, orderId: string, id: string) =>
  first('invoices.find', { document: json(InvoiceDocument), templateVersion: number })`
    select i.document, i.template_version from invoices i join orders o on o.id = i.order_id
     where i.id = ${id} and i.order_id = ${orderId} and ${belongsTo(owner)}`;

type Recent = { olderThanMinutes: number; days: number; limit: number };

/** Orders of the last days that are paid or have shipped units, and no invoice. A range of `orders_newest`. */
export const listRecentWithoutInvoice = ({ olderThanMinutes, days, limit }: Recent) =>
  all('invoices.listMissing', { id: uuid })`
    select o.id from orders o
     where o.created_at between now() - make_interval(days => ${days})
                            and now() - make_interval(mins => ${olderThanMinutes})
       and ${IS_DUE}
       and not exists (select from invoices i where i.order_id = o.id and i.kind = 'invoice')
     order by o.created_at, o.id limit ${limit}`;
