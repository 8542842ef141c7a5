import type { OrderKey } from '@shop/contracts/orders/schema';
import { LINE_OPTIONS } from '#platform/database/ordered-options.ts';
import { first } from '#platform/database/sql.ts';
import { SHIPMENTS_OF_ORDER } from './shipment-queries.ts';
import { trackedOrderRow } from './sql.ts';

/** The newest one, if two orders of a customer share a number. */
export const findTrackedOrder = ({ number, email }: OrderKey) =>
  first('orders.findTracked', trackedOrderRow, { prepare: true })`
    select o.number, o.status, h.reached_at, o.created_at, o.tracking_number, o.promised_earliest, o.promised_latest,
           o.shipping_address ->> 'city' as city, o.shipping_address ->> 'country' as country, l.lines, sent.shipments,
           o.subtotal_cents, o.tax_cents, o.shipping_cents, o.discount_cents,
           o.total_cents, o.discount_code, o.gift is not null as is_gift
      from (select * from orders where number = ${number} and lower(email) = ${email}
             order by created_at desc, id desc limit 1) o
      cross join lateral (
        select coalesce(json_object_agg(to_status, at), '{}') as reached_at
          from (select to_status, max(created_at) as at from order_status_history
                 where order_id = o.id group by to_status) h) h
      cross join lateral (
        select coalesce(json_agg(json_build_object(
                 'name', l.name, 'options', ${LINE_OPTIONS}, 'image', l.image,
                 'unitPriceCents', l.unit_price_cents, 'quantity', l.quantity) order by l.name, l.id), '[]') as lines
          from order_lines l join products p on p.id = l.product_id where l.order_id = o.id) l
      cross join lateral (${SHIPMENTS_OF_ORDER}) sent`;
