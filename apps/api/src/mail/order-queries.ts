import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { Cents, OptionValues } from '@shop/contracts/common/schema';
import { Order, OrderRefund, OrderStatus } from '@shop/contracts/orders/schema';
import { z } from 'zod';
import { LINE_OPTIONS } from '#platform/database/columns.ts';
import {
  basisPoints,
  bool,
  cents,
  json,
  minor,
  number,
  oneOf,
  orNull,
  present,
  type Row,
  text,
} from '#platform/database/row.ts';
import { first } from '#platform/database/sql.ts';

const Line = z.object({
  name: z.string(),
  options: OptionValues,
  image: z.string().nullable(),
  unitPriceCents: Cents,
  quantity: z.number(),
});

const emailedOrder = {
  status: oneOf(OrderStatus.options),
  paymentMethod: oneOf(PAYMENT_METHODS),
  shippingMethod: oneOf(SHIPPING_METHODS),
  shippingAddress: json(Order.shape.shippingAddress),
  isGift: bool,
  discountCode: orNull(text),
  discountBp: basisPoints,
  taxBp: basisPoints,
  subtotalCents: cents,
  taxCents: cents,
  shippingCents: cents,
  discountCents: cents,
  totalCents: cents,
  chargeMinor: minor,
  chargeCurrency: text,
  chargeRate: number,
  lines: present(json(z.array(Line)), 'an order has lines'),
  refunds: json(z.array(OrderRefund.extend({ at: z.string() }))),
  timeZone: text,
  /** 0: the store takes nothing of this order back. */
  returnDays: number,
};
export type EmailedOrder = Row<typeof emailedOrder>;

/** What an email about an order says below its button, as of the moment of sending. */
export const findEmailedOrder = (id: string) =>
  first('mail.findOrder', emailedOrder)`
    select o.status, o.payment_method, o.shipping_method, o.shipping_address, o.gift is not null as is_gift,
           o.discount_code, o.discount_bp, o.tax_bp, o.subtotal_cents, o.tax_cents, o.shipping_cents, o.discount_cents,
           o.total_cents, o.charge_minor, o.charge_currency, o.charge_rate,
           (select json_agg(json_build_object('name', l.name, 'options', ${LINE_OPTIONS}, 'image', l.image,
                                              'unitPriceCents', l.unit_price_cents, 'quantity', l.quantity) order by l.id)
              from order_lines l join products p on p.id = l.product_id where l.order_id = o.id) as lines,
           (select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount_minor, 'status', r.status,
                                                       'at', r.created_at) order by r.id), '[]')
              from (select r.* from payments p join refunds r on r.payment_id = p.id
                     where p.checkout_id = o.checkout_id and p.order_id = o.id
                     union all
                    select * from refunds where order_id = o.id) r) as refunds,
           store_time_zone() as time_zone,
           coalesce(o.return_days, (select earlier_return_days from store_settings)) as return_days
      from orders o where o.id = ${id}`;
