import type { OrderEstimate } from '@shop/contracts/settings/delivery';
import { DeliverySettings } from '@shop/contracts/settings/delivery-schema';
import { LINE_OPTIONS } from '#platform/database/columns.ts';
import { json, present, text, uuid } from '#platform/database/row.ts';
import { count, sql } from '#platform/database/sql.ts';
import { Placement } from './rules.ts';

/** From `store_settings s`. */
export const ORDER_TERMS = {
  columns: sql`
  uuid_v7() as "orderId", uuid_v7() as "historyId", uuid_v7() as "emailId", to_json(now()) #>> '{}' as now, s.delivery,
  s.time_zone as "timeZone"`,
  shape: {
    ...{ orderId: uuid, historyId: uuid, emailId: uuid, now: present(text, 'it is the time') },
    ...{ delivery: json(DeliverySettings), timeZone: text },
  },
};

/** From a checkout `c`, its user `u` and `store_settings s`. */
export const PLACEMENT = {
  columns: sql`
  c.id as "checkoutId", u.id as "userId",
  json_build_object('name', u.name, 'email', coalesce(u.guest_email, u.email)) as customer,
  (select json_agg(json_build_object('variantId', l.variant_id, 'name', l.name, 'options', ${LINE_OPTIONS},
                                     'quantity', l.quantity, 'unitPriceCents', l.unit_price_cents) order by l.id)
     from checkout_lines l join products p on p.id = l.product_id where l.checkout_id = c.id) as items,
  c.total_cents as "totalCents", c.payment_method as "paymentMethod",
  c.shipping_address as "shippingAddress", c.shipping_method as "shippingMethod",
  case when c.status = 'open' then c.promise end as promise, ${ORDER_TERMS.columns}`,
  schema: Placement,
};

type NewOrder = {
  checkoutId: string;
  orderId: string;
  historyId: string;
  paymentStatus: 'paid' | 'pending';
  promise: OrderEstimate;
};

/**
 * Creates the order of a checkout with its lines and first history row, but not for a checkout that is not completed or
 * an account that is deleted: then whatever refers to the order or the history row fails. The order keeps the return terms of this moment.
 */
export const insertOrder = ({ checkoutId, orderId, historyId, paymentStatus, promise }: NewOrder) =>
  count('orders.insert')`
    with placed as (
           insert into orders (id, checkout_id, user_id, email, payment_method, payment_status, address_id, shipping_address,
                               shipping_method, gift, discount_code_id, discount_code, discount_bp, tax_bp, subtotal_cents, tax_cents,
                               shipping_cents, discount_cents, total_cents, charge_minor, charge_currency, charge_rate,
                               promised_earliest, promised_latest, dispatch_by, return_days)
           select ${orderId}::uuid, c.id, c.user_id, coalesce(u.guest_email, u.email), c.payment_method, ${paymentStatus}, c.address_id, c.shipping_address,
                  c.shipping_method, c.gift, c.discount_code_id, c.discount_code, c.discount_bp, c.tax_bp, c.subtotal_cents, c.tax_cents,
                  c.shipping_cents, c.discount_cents, c.total_cents, c.charge_minor, c.charge_currency, c.charge_rate,
                  ${promise.earliest}::date, ${promise.latest}::date, ${promise.dispatchBy}::date, s.return_days
             from checkouts c join users u on u.id = c.user_id cross join store_settings s
            where c.id = ${checkoutId} and c.status = 'completed' and u.deleted_at is null
           returning id, user_id),
         lines as (
           insert into order_lines (order_id, variant_id, product_id, name, option_values, image, unit_price_cents, quantity, returnable)
           select placed.id, l.variant_id, l.product_id, l.name, l.option_values, l.image, l.unit_price_cents, l.quantity,
                  p.category_id <> all (s.unreturnable_category_ids)
             from placed cross join store_settings s, checkout_lines l join products p on p.id = l.product_id
            where l.checkout_id = ${checkoutId} order by l.id)
    insert into order_status_history (id, order_id, seq, to_status, actor, actor_user_id)
    select ${historyId}::uuid, id, 1, 'pending', 'customer', user_id from placed`;
