import type { Order } from '@shop/contracts/orders/schema';
import type { ArrivalDates, DeliverySettings } from '@shop/contracts/settings/delivery';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { orderedOptions } from '#platform/database/ordered-options.ts';

type PlacedRow = {
  id: string;
  number: string;
  userId: string;
  historyId: string;
  items: { name: string; options: Record<string, string>; quantity: number; unitPriceCents: number }[];
  totalCents: number;
  payOnDelivery: boolean;
  paymentMethod: Order['paymentMethod'];
  shippingAddress: Order['shippingAddress'];
  shippingMethod: Order['shippingMethod'];
};

/** What the dates of an order depend on. `now` is the start of the transaction, which becomes the time of the order. */
type DeliveryTerms = {
  now: string;
  method: Order['shippingMethod'];
  country: string;
  delivery: DeliverySettings;
  timeZone: string;
};

export async function findDeliveryTerms(tx: Db, checkoutId: string) {
  const { rows } = await tx.execute<DeliveryTerms>(sql`
    select to_json(now()) #>> '{}' as now, c.shipping_method as method, c.shipping_address ->> 'country' as country,
           s.delivery, s.time_zone as "timeZone"
      from checkouts c, store_settings s where c.id = ${checkoutId}`);
  const [terms] = rows;
  if (!terms) throw new Error(`There is no checkout ${checkoutId} to place an order for.`);
  return terms;
}

const LINE_OPTIONS = orderedOptions(sql`l.option_values`, sql`p.options`);

/** Creates the order of a checkout with its lines and first history row, in one statement and one round trip. */
export async function insertOrder(
  tx: Db,
  checkoutId: string,
  paymentStatus: 'paid' | 'pending',
  { earliest, latest, dispatchBy }: ArrivalDates,
) {
  const { rows } = await tx.execute<PlacedRow>(sql`
    with placed as (
           insert into orders (checkout_id, user_id, email, payment_method, payment_status, address_id, shipping_address,
                               shipping_method, gift, discount_code_id, discount_code, discount_bp, tax_bp, subtotal_cents, tax_cents,
                               shipping_cents, discount_cents, total_cents, charge_minor, charge_currency, charge_rate,
                               promised_earliest, promised_latest, dispatch_by)
           select c.id, c.user_id, coalesce(u.guest_email, u.email), c.payment_method, ${paymentStatus}, c.address_id, c.shipping_address,
                  c.shipping_method, c.gift, c.discount_code_id, c.discount_code, c.discount_bp, c.tax_bp, c.subtotal_cents, c.tax_cents,
                  c.shipping_cents, c.discount_cents, c.total_cents, c.charge_minor, c.charge_currency, c.charge_rate,
                  ${earliest}::date, ${latest}::date, ${dispatchBy}::date
             from checkouts c join users u on u.id = c.user_id where c.id = ${checkoutId}
           returning id, number, user_id, total_cents, payment_method, shipping_address, shipping_method),
         lines as (
           insert into order_lines (order_id, variant_id, product_id, name, option_values, image, unit_price_cents, quantity)
           select placed.id, l.variant_id, l.product_id, l.name, l.option_values, l.image, l.unit_price_cents, l.quantity
             from placed, checkout_lines l where l.checkout_id = ${checkoutId} order by l.id
           returning id, product_id, name, option_values, unit_price_cents, quantity),
         history as (
           insert into order_status_history (order_id, seq, to_status, actor, actor_user_id)
           select id, 1, 'pending', 'customer', user_id from placed returning id)
    select placed.id, number, user_id as "userId", history.id as "historyId", total_cents::float8 as "totalCents",
           payment_method = 'cod' as "payOnDelivery", payment_method as "paymentMethod",
           shipping_address as "shippingAddress", shipping_method as "shippingMethod",
           (select json_agg(json_build_object('name', l.name, 'options', ${LINE_OPTIONS}, 'quantity', l.quantity,
                                              'unitPriceCents', l.unit_price_cents) order by l.id)
              from lines l join products p on p.id = l.product_id) as items
      from placed, history`);
  const [order] = rows;
  if (!order) throw new Error(`There is no checkout ${checkoutId} to place an order for.`);
  return order;
}
