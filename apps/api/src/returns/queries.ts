import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { Gift } from '@shop/contracts/orders/gift-schema';
import { OrderStatus, PaymentStatus } from '@shop/contracts/orders/schema';
import { RETURN_STATUSES } from '@shop/contracts/returns/constants';
import { z } from 'zod';
import { REFUND_STATE, REFUND_TERMS } from '#orders/sql.ts';
import { orderedOptions } from '#platform/database/columns.ts';
import { bool, json, minor, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, type Fragment, first, sql } from '#platform/database/sql.ts';
import { OrderedLine, StoredLine } from './rules.ts';

/** Of a return line `l`: the units that can't be returned again. Those that were not sent back can. */
const CLAIMED = sql`
  case when r.status in ('requested', 'authorized') then l.quantity
       when r.status in ('received', 'completed') then l.restocked + l.written_off else 0 end`;

/** The end of a day of the store, some days after the moment. */
export const endOfDay = (moment: Fragment, days: Fragment) => sql`
  (((${moment} at time zone store_time_zone())::date + ${days} + 1)::timestamp at time zone store_time_zone()
   - interval '1 second')`;

/** Of an order line `x` of an order delivered at `h`: its units as bought, and as they were received in exchange. */
const UNITS = sql`
  select null::uuid as exchange_line_id, x.variant_id, x.option_values, x.quantity, h.delivered_at
   union all
  select l.id, e.id, e.option_values, l.restocked + l.written_off, r.exchange_delivered_at
    from return_lines l join returns r on r.id = l.return_id join variants e on e.id = l.exchange_variant_id
   where l.order_line_id = x.id and l.restocked + l.written_off > 0 and r.exchange_delivered_at is not null`;

/** The terms of the sale; orders of earlier releases have those of the upgrade. */
const RETURN_DAYS = sql`coalesce(o.return_days, s.earlier_return_days)`;
const EXCLUDED = sql`coalesce(not x.returnable, x.category_id = any (s.earlier_unreturnable_category_ids), false)`;

const returnUntil = (delivery: Fragment) => endOfDay(delivery, RETURN_DAYS);
const isTooLate = (delivery: Fragment) => sql`(${returnUntil(delivery)} < now() or ${RETURN_DAYS} = 0)`;

/** Variants of the same product at the same price, whether or not they are in stock. */
const EXCHANGES = sql`
  select coalesce(json_agg(json_build_object('variantId', other.id, 'optionValues', other.option_values,
                                             'available', k.available) order by other.position, other.id), '[]')
    from variants other join stock k on k.variant_id = other.id
   where other.product_id = x.product_id and other.id <> units.variant_id and other.archived_at is null
     and other.price_difference_cents = v.price_difference_cents and p.status <> 'deleted'`;

/** Of an order `o`: the recipient of the gift waits for a decision, for the receipt, or for the other size. */
const HAS_OPEN_GIFT_EXCHANGE = sql`
  exists (select from returns where order_id = o.id and recipient_email is not null
            and (status in ('requested', 'authorized', 'received')
                 or (exchange_shipped_at is not null and exchange_delivered_at is null)))`;

const returnOrder = {
  id: uuid,
  number: text,
  userId: uuid,
  status: oneOf(OrderStatus.options),
  gift: orNull(json(Gift)),
  giftLinkVersion: number,
  hasOpenGiftExchange: bool,
  paymentMethod: oneOf(PAYMENT_METHODS),
  paymentStatus: oneOf(PaymentStatus.options),
  deliveredAt: orNull(timestamp),
  returnUntil: orNull(timestamp),
  isTooLate: orNull(bool),
  reservedUntil: timestamp,
  ...REFUND_TERMS,
  lines: json(z.array(OrderedLine)),
};

/** The order with all that decides what can be returned, exchanged and refunded. */
export const findReturnOrder = (orderId: string) =>
  first('returns.findOrder', returnOrder)`
    select o.id, o.number, o.user_id, o.status, o.gift, o.gift_link_version,
           ${HAS_OPEN_GIFT_EXCHANGE} as has_open_gift_exchange, o.payment_method, o.payment_status, h.delivered_at,
           ${returnUntil(sql`h.delivered_at`)} as return_until, ${isTooLate(sql`h.delivered_at`)} as is_too_late,
           ${endOfDay(sql`now()`, sql`s.return_hold_days`)} as reserved_until,
           o.subtotal_cents, o.tax_cents, o.shipping_cents, o.discount_cents, o.total_cents, o.discount_code, o.tax_bp,
           o.discount_bp, o.charge_minor, o.charge_currency, o.charge_rate,
           state.*, lines.lines
      from orders o
      cross join store_settings s
      left join lateral (select max(created_at) as delivered_at from order_status_history
                          where order_id = o.id and to_status = 'delivered') h on true
      cross join lateral (${REFUND_STATE}) state
      cross join lateral (
        select coalesce(json_agg(json_build_object(
                 'orderItemId', x.id, 'exchangeLineId', units.exchange_line_id, 'variantId', units.variant_id,
                 'productId', x.product_id, 'name', x.name,
                 'options', ${orderedOptions(sql`units.option_values`)}, 'productOptions', p.options,
                 'image', x.image, 'unitPriceCents', x.unit_price_cents, 'quantity', units.quantity,
                 'returnUntil', ${returnUntil(sql`units.delivered_at`)}, 'isTooLate', ${isTooLate(sql`units.delivered_at`)},
                 'excluded', ${EXCLUDED},
                 'claimed', (select coalesce(sum(${CLAIMED}), 0) from return_lines l join returns r on r.id = l.return_id
                              where l.order_line_id = x.id
                                and l.exchange_line_id is not distinct from units.exchange_line_id)
                            + case when units.exchange_line_id is null
                                   then (select coalesce(sum(quantity), 0) from refund_lines where order_line_id = x.id)
                                   else 0 end,
                 'exchanges', (${EXCHANGES})) order by x.id, units.exchange_line_id nulls first), '[]') as lines
          from order_lines x join products p on p.id = x.product_id join variants v on v.id = x.variant_id
          cross join lateral (${UNITS}) units
         where x.order_id = o.id) lines
     where o.id = ${orderId}`;

const row = {
  id: uuid,
  orderId: uuid,
  status: oneOf(RETURN_STATUSES),
  comment: text,
  requestedAt: timestamp,
  expiresAt: timestamp,
  decidedAt: orNull(timestamp),
  declineReason: orNull(text),
  instructions: text,
  receivedAt: orNull(timestamp),
  refundedAt: orNull(timestamp),
  refund: minor,
  currency: text,
  carrier: text,
  trackingNumber: orNull(text),
  trackingUrl: orNull(text),
  shippedAt: orNull(timestamp),
  exchangeDeliveredAt: orNull(timestamp),
  closedAt: orNull(timestamp),
  byRecipient: bool,
  lines: json(z.array(StoredLine)),
};

/** Whole returns; `chosen` selects from returns. */
const returnsIn = (chosen: Fragment) => sql`
  select r.id, r.order_id, r.status, r.comment, r.requested_at, r.expires_at, r.decided_at, r.decline_reason,
         r.instructions, r.received_at, r.refunded_at, r.refund_minor as refund, o.charge_currency as currency,
         r.exchange_carrier as carrier, r.exchange_tracking_number as tracking_number,
         r.exchange_tracking_url as tracking_url, r.exchange_shipped_at as shipped_at, r.exchange_delivered_at,
         r.closed_at, r.recipient_email is not null as by_recipient, lines.lines
    from (${chosen}) r
    join orders o on o.id = r.order_id
    cross join lateral (
      select coalesce(json_agg(json_build_object(
               'id', l.id, 'orderItemId', x.id, 'exchangeLineId', l.exchange_line_id, 'productId', x.product_id,
               'variantId', coalesce(b.id, x.variant_id), 'name', x.name,
               'options', ${orderedOptions(sql`coalesce(b.option_values, x.option_values)`)}, 'image', x.image,
               'unitPriceCents', x.unit_price_cents, 'quantity', l.quantity, 'reason', l.reason, 'outcome', l.outcome,
               'exchange', case when e.id is not null then json_build_object('variantId', e.id,
                 'options', ${orderedOptions(sql`e.option_values`)}) end,
               'restocked', l.restocked, 'writtenOff', l.written_off, 'refund', l.refund_minor) order by l.id), '[]')
               as lines
        from return_lines l join order_lines x on x.id = l.order_line_id join products p on p.id = x.product_id
        left join variants e on e.id = l.exchange_variant_id
        left join return_lines f on f.id = l.exchange_line_id left join variants b on b.id = f.exchange_variant_id
       where l.return_id = r.id) lines
   order by r.id desc`;

/** Newest first. */
export const listReturnsOfOrder = (orderId: string) =>
  all('returns.listOfOrder', row)`${returnsIn(sql`select * from returns where order_id = ${orderId}`)}`;

export const findReturn = (id: string) =>
  first('returns.find', row)`${returnsIn(sql`select * from returns where id = ${id}`)}`;

export const findOrderOfReturn = (id: string) =>
  first('returns.findOrderOf', { orderId: uuid, userId: uuid, recipientEmail: orNull(text) })`
    select o.id as order_id, o.user_id, r.recipient_email from returns r join orders o on o.id = r.order_id
     where r.id = ${id}`;
