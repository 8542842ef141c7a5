import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { Cents, OptionValues } from '@shop/contracts/common/schema';
import { ORDER_STATUSES } from '@shop/contracts/orders/constants';
import { Gift } from '@shop/contracts/orders/gift-schema';
import { Order, OrderRefund, OrderStatus, PaymentStatus } from '@shop/contracts/orders/schema';
import { Shipment } from '@shop/contracts/orders/shipment-schema';
import { z } from 'zod';
import {
  basisPoints,
  bool,
  cents,
  day,
  json,
  minor,
  number,
  oneOf,
  orNull,
  present,
  type Row,
  text,
  timestamp,
  uuid,
} from '#platform/database/row.ts';
import { sql } from '#platform/database/sql.ts';

/** The refunds of the order `o` in the outer query: of its payment, or of what was paid in cash. */
export const REFUNDS_OF_ORDER = sql`
  (select f.* from payments p join refunds f on f.payment_id = p.id
    where p.checkout_id = o.checkout_id and p.order_id = o.id
    union all
   select * from refunds where order_id = o.id)`;

/**
 * Of the order `o` in the outer query: what remains to be refunded, and the units refunded so far, by returns or by unit,
 * with what was refunded for them. A refund that failed counts among these: its amount is owed by its retry. Returns of
 * cash orders had no refund in earlier releases.
 */
export const REFUND_STATE = sql`
  select case when o.payment_method = 'cod'
              then o.charge_minor - by_hand.minor
                   - coalesce((select sum(refund_minor) from returns where order_id = o.id and refund_id is null), 0)
              else coalesce((select p.amount_minor - coalesce((select sum(amount_minor) from refunds
                                                                where payment_id = p.id and status <> 'failed'), 0)
                               from payments p
                              where p.checkout_id = o.checkout_id and p.order_id = o.id and p.status = 'captured'), 0)
              end as "refundableMinor",
         returned.price + lines.price as "refundedPriceCents",
         returned.minor + lines.minor + by_hand.shipping as "refundedMinor",
         by_hand.shipping > 0 as "shippingRefunded"
    from (select coalesce(sum(f.amount_minor) filter (where f.status <> 'failed'), 0) as minor,
                 coalesce(sum(f.shipping_minor), 0) as shipping from ${REFUNDS_OF_ORDER} f) by_hand,
         (select coalesce(sum(refund_minor), 0) as minor,
                 coalesce(sum((select sum(x.unit_price_cents * (b.restocked + b.written_off))
                                 from return_lines b join order_lines x on x.id = b.order_line_id
                                where b.return_id = r.id and b.outcome = 'refund')), 0) as price
            from returns r where order_id = o.id and refunded_at is not null) returned,
         (select coalesce(sum(f.amount_minor), 0) as minor, coalesce(sum(x.unit_price_cents * f.quantity), 0) as price
            from refund_lines f join order_lines x on x.id = f.order_line_id where f.order_id = o.id) lines`;

/** The amounts of an order that its refunds are calculated from, and its `REFUND_STATE`. */
export const REFUND_TERMS = {
  subtotalCents: cents,
  taxCents: cents,
  shippingCents: cents,
  discountCents: cents,
  totalCents: cents,
  discountCode: orNull(text),
  taxBp: basisPoints,
  discountBp: basisPoints,
  chargeMinor: minor,
  chargeCurrency: text,
  chargeRate: number,
  refundableMinor: minor,
  refundedPriceCents: cents,
  refundedMinor: minor,
  shippingRefunded: bool,
};

/** Times within JSON are PostgreSQL's text. */
export const ShipmentRow = Shipment.extend({ shippedAt: z.string() });
const LineRow = z.object({
  name: z.string(),
  options: OptionValues,
  image: z.string().nullable(),
  unitPriceCents: Cents,
  quantity: z.number(),
});
const OrderLine = LineRow.extend({
  id: z.string(),
  productId: z.string(),
  variantId: z.string(),
  slug: z.string(),
  sku: z.string(),
  shipped: z.number(),
  removed: z.number(),
  /** By unit or by returns. */
  refunded: z.number(),
  /** By unit, for staff. */
  refundable: z.number(),
});

/** An order with its status times, shipments and amounts. */
const gathered = {
  number: text,
  status: oneOf(ORDER_STATUSES),
  reachedAt: json(z.partialRecord(OrderStatus, z.string())),
  trackingNumber: orNull(text),
  promisedEarliest: orNull(day),
  promisedLatest: orNull(day),
  shipments: json(z.array(ShipmentRow)),
  subtotalCents: cents,
  taxCents: cents,
  shippingCents: cents,
  discountCents: cents,
  totalCents: cents,
  discountCode: orNull(text),
  createdAt: timestamp,
};
export type GatheredRow<Line> = Row<typeof gathered> & { lines: (Line & z.infer<typeof LineRow>)[] };

export const trackedOrderRow = {
  ...gathered,
  lines: json(z.array(LineRow)),
  city: present(text, 'every address has one'),
  country: present(text, 'every address has one'),
  isGift: bool,
};
export type TrackedOrderRow = Row<typeof trackedOrderRow>;

export const orderRow = {
  ...gathered,
  lines: json(z.array(OrderLine)),
  id: uuid,
  userId: uuid,
  shippingAddress: json(Order.shape.shippingAddress),
  shippingMethod: oneOf(SHIPPING_METHODS),
  gift: orNull(json(Gift)),
  giftLinkVersion: number,
  paymentMethod: oneOf(PAYMENT_METHODS),
  paymentStatus: oneOf(PaymentStatus.options),
  chargeMinor: minor,
  chargeCurrency: text,
  chargeRate: number,
  taxBp: basisPoints,
  discountBp: basisPoints,
  refunds: json(z.array(OrderRefund.extend({ at: z.string() }))),
  updatedAt: timestamp,
};
export type OrderRow = Row<typeof orderRow>;
