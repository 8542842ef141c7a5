import { ConfirmationEmail } from '@shop/contracts/orders/schema';
import { LINE_OPTIONS } from '#platform/database/columns.ts';
import { json, orNull } from '#platform/database/row.ts';
import { all, type Fragment, first, sql } from '#platform/database/sql.ts';
import { REFUNDABLE_UNITS } from './refund-queries.ts';
import { REMOVED_UNITS, SHIPMENTS_OF_ORDER, SHIPPED_UNITS } from './shipment-queries.ts';
import { orderRow, REFUNDS_OF_ORDER } from './sql.ts';

/** Options that the product no longer has come last. */

/**
 * Of the order line `l`: the units that were refunded, by unit or by returns. A failed refund counts once a retry of it has
 * not failed.
 */
const REFUNDED_UNITS = sql`
  (select coalesce(sum(units), 0)::int
     from (select quantity as units, refund_id from refund_lines where order_line_id = l.id
            union all
           select b.restocked + b.written_off, back.refund_id
             from return_lines b join returns back on back.id = b.return_id
            where b.order_line_id = l.id and b.refund_minor > 0) refunded
    where refund_id is null or exists (
            with recursive attempts as (
              select id, status from refunds where id = refunded.refund_id
               union all
              select n.id, n.status from refunds n join attempts a on n.retry_of = a.id)
            select from attempts where status <> 'failed'))`;

/** An order with its lines, status times, shipments and refunds. Times are strings, as in JSON. */
const selectOrderDetails = (chosen: Fragment) => sql`
  select o.id, o.number, o.user_id, o.status, o.shipping_address, o.shipping_method, o.gift, o.payment_method, o.payment_status,
         o.gift_link_version, o.discount_code, o.tracking_number, o.promised_earliest, o.promised_latest, h.reached_at, l.lines,
         sent.shipments, r.refunds, o.charge_currency, o.charge_minor, o.tax_bp, o.discount_bp, o.charge_rate,
         o.subtotal_cents, o.tax_cents, o.shipping_cents, o.discount_cents,
         o.total_cents, o.created_at, o.updated_at
    from (${chosen}) o
    cross join lateral (
      select coalesce(json_object_agg(to_status, at), '{}') as reached_at
        from (select to_status, max(created_at) as at from order_status_history
               where order_id = o.id group by to_status) h) h
    cross join lateral (
      select coalesce(json_agg(json_build_object(
               'id', l.id, 'productId', l.product_id, 'variantId', l.variant_id, 'slug', p.slug, 'sku', v.sku,
               'name', l.name,
               'options', ${LINE_OPTIONS}, 'image', l.image, 'unitPriceCents', l.unit_price_cents,
               'quantity', l.quantity, 'shipped', ${SHIPPED_UNITS},
               'removed', ${REMOVED_UNITS}, 'refundable', ${REFUNDABLE_UNITS},
               'refunded', ${REFUNDED_UNITS}) order by l.id), '[]') as lines
        from order_lines l join products p on p.id = l.product_id join variants v on v.id = l.variant_id
       where l.order_id = o.id) l
    cross join lateral (${SHIPMENTS_OF_ORDER}) sent
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount_minor, 'status', r.status,
                                                 'method', r.method, 'at', r.created_at) order by r.id), '[]') as refunds
        from ${REFUNDS_OF_ORDER} r) r
   order by o.created_at desc, o.id desc`;

/** Whose orders may be seen: a customer's own, or everyone's. */
type OrderOwner = { userId: string } | 'everyone';
const belongsTo = (owner: OrderOwner) => (owner === 'everyone' ? sql`true` : sql`user_id = ${owner.userId}`);

export const findOrder = (owner: OrderOwner, id: string) =>
  first(
    'orders.find',
    orderRow,
  )`${selectOrderDetails(sql`select * from orders where id = ${id} and ${belongsTo(owner)}`)}`;

const confirmation = { email: orNull(json(ConfirmationEmail.shape.email.unwrap())) };

/** A queued email is skipped when its turn comes if the customer has turned order emails off by then. */
export const findConfirmationEmail = (userId: string, id: string) =>
  first('orders.findConfirmationEmail', confirmation)`
    select (select json_build_object('to', m.to_email, 'sent', m.status = 'sent')
              from email_messages m
             where m.order_id = o.id and m.kind = 'order_placed'
               and (m.status = 'sent' or (m.status = 'queued' and u.wants_order_emails))
             order by m.status = 'sent' desc, m.id desc limit 1) as email
      from orders o join users u on u.id = o.user_id
     where o.id = ${id} and o.user_id = ${userId}`;

/** Newest first, by keyset: `after` is the last order of the previous page. */
export function listOrders(userId: string, { limit, after }: { limit: number; after?: string }) {
  const behind = sql`(created_at, id) < (select created_at, id from orders where id = ${after} and user_id = ${userId})`;
  const chosen = sql`
      select * from orders where user_id = ${userId} and ${after ? behind : sql`true`}
       order by created_at desc, id desc limit ${limit}`;
  return all('orders.list', orderRow)`${selectOrderDetails(chosen)}`;
}

/** Of any customer; for at most a page of ids. */
export const listOrdersById = (ids: string[]) =>
  all('orders.listById', orderRow)`${selectOrderDetails(sql`select * from orders where id = any (${ids}::uuid[])`)}`;
