import type { InvoiceDocument, InvoiceKind } from '@shop/contracts/invoices/schema';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { orderedOptions } from '#platform/database/ordered-options.ts';
import type { InvoicedOrder } from './rules.ts';

const LINE_OPTIONS = orderedOptions(sql`l.option_values`, sql`p.options`);

/** Serializes the documents of an order, and its anonymization. */
export async function lockOrder(tx: Db, id: string) {
  const { rowCount } = await tx.execute(sql`select from orders where id = ${id} for no key update`);
  return rowCount === 1;
}

/**
 * The order `o` in the outer query is paid, also if it was refunded since, or its first units are shipped. Orders
 * shipped by an earlier release have no shipments.
 */
const IS_DUE = sql`
  (o.payment_status <> 'pending' or o.status in ('shipped', 'delivered')
   or o.status = 'processing' and exists (select from shipments s where s.order_id = o.id))`;

export async function findOrderToInvoice(tx: Db, id: string) {
  const { rows } = await tx.execute<InvoicedOrder & { now: string }>(sql`
    select o.number, to_json(o.created_at) as "orderedAt", to_json(now()) as now, u.name as buyer, o.email,
           o.shipping_address as address, o.tax_bp as "taxBp", o.discount_code as "discountCode",
           o.tax_cents::float8 as "taxCents", o.shipping_cents::float8 as "shippingCents",
           o.discount_cents::float8 as "discountCents", o.total_cents::float8 as "totalCents",
           o.charge_minor::float8 as "chargeMinor", o.charge_currency as "chargeCurrency",
           o.charge_rate::float8 as "chargeRate", l.lines,
           ${IS_DUE} as "isDue"
      from orders o join users u on u.id = o.user_id
      cross join lateral (
        select coalesce(json_agg(json_build_object(
                 'name', l.name, 'options', ${LINE_OPTIONS}, 'sku', v.sku, 'unitPriceCents', l.unit_price_cents,
                 'quantity', l.quantity) order by l.id), '[]') as lines
          from order_lines l join products p on p.id = l.product_id join variants v on v.id = l.variant_id
         where l.order_id = o.id) l
     where o.id = ${id}`);
  return rows[0];
}

export async function findInvoiceOfOrder(tx: Db, orderId: string) {
  const { rows } = await tx.execute<{ document: InvoiceDocument }>(
    sql`select document from invoices where order_id = ${orderId} and kind = 'invoice'`,
  );
  return rows[0]?.document;
}

export async function findOrderOfRefund(db: Db, refundId: string) {
  const { rows } = await db.execute<{ orderId: string | null }>(sql`
    select coalesce(p.order_id, r.order_id) as "orderId"
      from refunds r left join payments p on p.id = r.payment_id where r.id = ${refundId}`);
  return rows[0]?.orderId;
}

type RefundToCredit = {
  isDue: boolean;
  amountMinor: number;
  reason: string;
  refundedMinor: number;
  creditedMinor: number;
  now: string;
};

/**
 * `isDue`: processed and without a credit note. `refundedMinor`: by all processed refunds of the payment, or of the cash.
 * `creditedMinor`: by all credit notes of the order.
 */
export async function findRefundToCredit(tx: Db, refundId: string, orderId: string) {
  const { rows } = await tx.execute<RefundToCredit>(sql`
    select r.status = 'processed' and not exists (select from invoices i where i.refund_id = r.id) as "isDue",
           r.amount_minor::float8 as "amountMinor", r.reason, to_json(now()) as now,
           (select coalesce(sum(a.amount_minor), 0) from refunds a
             where (a.payment_id = r.payment_id or a.order_id = r.order_id) and a.status = 'processed')::float8 as "refundedMinor",
           (select coalesce(sum((i.document ->> 'totalMinor')::bigint), 0) from invoices i
             where i.order_id = ${orderId} and i.kind = 'credit_note')::float8 as "creditedMinor"
      from refunds r where r.id = ${refundId}`);
  return rows[0];
}

/** Of a cancelled order that was never paid. For callers that hold the lock of the order. */
export async function findCancellation(tx: Db, orderId: string) {
  const { rows } = await tx.execute<{ creditedMinor: number; now: string }>(sql`
    select to_json(now()) as now,
           (select coalesce(sum((i.document ->> 'totalMinor')::bigint), 0) from invoices i
             where i.order_id = o.id and i.kind = 'credit_note')::float8 as "creditedMinor"
      from orders o where id = ${orderId} and status = 'cancelled' and payment_status = 'pending'`);
  return rows[0];
}

/** The row stays locked until the transaction ends: take the number last. */
export async function takeNumber(tx: Db, series: string) {
  const { rows } = await tx.execute<{ last: number }>(sql`
    insert into invoice_counters as c (series, last) values (${series}, 1)
    on conflict (series) do update set last = c.last + 1 returning last`);
  const [counter] = rows;
  if (!counter) throw new Error(`No number of ${series} was taken.`);
  return counter.last;
}

type NewInvoice = {
  orderId: string;
  refundId: string | null;
  series: string;
  sequence: number;
  templateVersion: number;
  document: InvoiceDocument;
};

export const insertInvoice = (tx: Db, { document, ...invoice }: NewInvoice) =>
  tx.execute(sql`
    insert into invoices (kind, order_id, refund_id, number, series, sequence, issued_at, template_version, document)
    values (${document.kind}, ${invoice.orderId}, ${invoice.refundId}::uuid, ${document.number}, ${invoice.series},
            ${invoice.sequence}, ${document.issuedAt}::timestamptz, ${invoice.templateVersion},
            ${JSON.stringify(document)}::jsonb)`);

/** Whose orders may be read: a customer's own, or everyone's. */
export type OrderOwner = { userId: string } | 'everyone';
const belongsTo = (owner: OrderOwner) => (owner === 'everyone' ? sql`true` : sql`o.user_id = ${owner.userId}`);

type SummaryRow = { id: string; kind: InvoiceKind; number: string; issuedAt: string };

/** Undefined if there is no such order. */
export async function listInvoices(db: Db, owner: OrderOwner, orderId: string) {
  const { rows } = await db.execute<{ invoices: SummaryRow[] }>(sql`
    select (select coalesce(json_agg(json_build_object('id', i.id, 'kind', i.kind, 'number', i.number,
                                                       'issuedAt', i.issued_at) order by i.id), '[]')
              from invoices i where i.order_id = o.id) as invoices
      from orders o where o.id = ${orderId} and ${belongsTo(owner)}`);
  return rows[0]?.invoices;
}

export async function findInvoice(db: Db, owner: OrderOwner, orderId: string, id: string) {
  const { rows } = await db.execute<{ document: unknown; templateVersion: number }>(sql`
    select i.document, i.template_version as "templateVersion" from invoices i join orders o on o.id = i.order_id
     where i.id = ${id} and i.order_id = ${orderId} and ${belongsTo(owner)}`);
  return rows[0];
}

/** Orders of the last days that are paid or have shipped units, and no invoice. A range of `orders_newest`. */
export async function listRecentWithoutInvoice(
  db: Db,
  { olderThanMinutes, days, limit }: { olderThanMinutes: number; days: number; limit: number },
) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select o.id from orders o
     where o.created_at between now() - make_interval(days => ${days})
                            and now() - make_interval(mins => ${olderThanMinutes})
       and ${IS_DUE}
       and not exists (select from invoices i where i.order_id = o.id and i.kind = 'invoice')
     order by o.created_at, o.id limit ${limit}`);
  return rows.map(({ id }) => id);
}
