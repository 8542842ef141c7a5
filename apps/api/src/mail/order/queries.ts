import type { Order } from '@shop/contracts/orders/schema';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { orderedOptions } from '#platform/database/ordered-options.ts';

export type EmailedOrder = {
  status: Order['status'];
  paymentMethod: Order['paymentMethod'];
  shippingMethod: Order['shippingMethod'];
  shippingAddress: Order['shippingAddress'];
  isGift: boolean;
  discountCode: string | null;
  discountBp: number;
  taxBp: number;
  subtotalCents: number;
  taxCents: number;
  shippingCents: number;
  discountCents: number;
  totalCents: number;
  chargeMinor: number;
  chargeCurrency: string;
  chargeRate: number;
  lines: {
    name: string;
    options: Record<string, string>;
    image: string | null;
    unitPriceCents: number;
    quantity: number;
  }[];
  refunds: Order['refunds'];
  timeZone: string;
  /** 0: the store takes nothing of this order back. */
  returnDays: number;
};

const LINE_OPTIONS = orderedOptions(sql`l.option_values`, sql`p.options`);

/** What an email about an order says below its button, as of the moment of sending. */
export async function findEmailedOrder(db: Db, id: string) {
  const { rows } = await db.execute<EmailedOrder>(sql`
    select o.status, o.payment_method as "paymentMethod", o.shipping_method as "shippingMethod",
           o.shipping_address as "shippingAddress", o.gift is not null as "isGift", o.discount_code as "discountCode", o.discount_bp as "discountBp",
           o.tax_bp as "taxBp", o.subtotal_cents::float8 as "subtotalCents", o.tax_cents::float8 as "taxCents",
           o.shipping_cents::float8 as "shippingCents", o.discount_cents::float8 as "discountCents",
           o.total_cents::float8 as "totalCents", o.charge_minor::float8 as "chargeMinor",
           o.charge_currency as "chargeCurrency", o.charge_rate::float8 as "chargeRate",
           (select json_agg(json_build_object('name', l.name, 'options', ${LINE_OPTIONS}, 'image', l.image,
                                              'unitPriceCents', l.unit_price_cents, 'quantity', l.quantity) order by l.id)
              from order_lines l join products p on p.id = l.product_id where l.order_id = o.id) as lines,
           (select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount_minor, 'status', r.status,
                                                       'at', r.created_at) order by r.id), '[]')
              from (select r.* from payments p join refunds r on r.payment_id = p.id
                     where p.checkout_id = o.checkout_id and p.order_id = o.id
                     union all
                    select * from refunds where order_id = o.id) r) as refunds,
           store_time_zone() as "timeZone", coalesce(o.return_days, (select earlier_return_days from store_settings)) as "returnDays"
      from orders o where o.id = ${id}`);
  return rows[0];
}
