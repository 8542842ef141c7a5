import { OptionValues } from '@shop/contracts/common/schema';
import type { Shipment } from '@shop/contracts/orders/shipment-schema';
import { z } from 'zod';
import { LINE_OPTIONS } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { json, number, orNull, type Row, text, uuid } from '#platform/database/row.ts';
import { all, columnsOf, count, first, one, sql } from '#platform/database/sql.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { ShipmentRow } from './sql.ts';

/** The shipments of the order `o` in the outer query, oldest first. */
export const SHIPMENTS_OF_ORDER = sql`
  select coalesce(json_agg(json_build_object(
           'id', s.id, 'number', s.number, 'carrier', s.carrier, 'trackingNumber', s.tracking_number,
           'trackingUrl', s.tracking_url, 'shippedAt', s.shipped_at, 'items', i.items) order by s.number), '[]')
           as shipments
    from shipments s
    cross join lateral (
      select coalesce(json_agg(json_build_object('orderItemId', order_line_id, 'quantity', quantity)
                               order by order_line_id), '[]') as items
        from shipment_items where shipment_id = s.id) i
   where s.order_id = o.id`;

/** The units in shipments of the order line `l` in the outer query. */
export const SHIPPED_UNITS = sql`
  (select coalesce(sum(quantity), 0)::int from shipment_items where order_line_id = l.id)`;

/** The units of the order line `l` in the outer query that were refunded before they were shipped. */
export const REMOVED_UNITS = sql`
  (select coalesce(sum(unshipped), 0)::int from refund_lines where order_line_id = l.id)`;

const lineUnits = {
  orderItemId: uuid,
  variantId: uuid,
  name: text,
  options: json(OptionValues),
  quantity: number,
  shipped: number,
  removed: number,
};
export type LineUnits = Row<typeof lineUnits>;

export const listLineUnits = (orderId: string) =>
  all('orders.listLineUnits', lineUnits)`
    select l.id as order_item_id, l.variant_id, l.name, ${LINE_OPTIONS} as options, l.quantity,
           ${SHIPPED_UNITS} as shipped, ${REMOVED_UNITS} as removed
      from order_lines l join products p on p.id = l.product_id where l.order_id = ${orderId} order by l.id`;

export async function listShipments(tx: Db, orderId: string) {
  const row = await tx.run(first('orders.listShipments', { shipments: json(z.array(ShipmentRow)) })`
    select sent.shipments from orders o cross join lateral (${SHIPMENTS_OF_ORDER}) sent where o.id = ${orderId}`);
  return row?.shipments ?? [];
}

export async function hasShipments(tx: Db, orderId: string) {
  const found = await tx.run(count('orders.hasShipments')`select from shipments where order_id = ${orderId} limit 1`);
  return found === 1;
}

const tracking = { carrier: text, trackingNumber: text, trackingUrl: orNull(text) };
type Tracking = Row<typeof tracking>;
type NewShipmentRow = Tracking & { orderId: string; createdBy: string | null; items: Shipment['items'] };

/** For callers that hold the lock of the order, which numbers its shipments. */
export async function insertShipment(
  tx: Db,
  { orderId, createdBy, items, carrier, trackingNumber, trackingUrl }: NewShipmentRow,
) {
  const shipment = await tx.run(one('orders.insertShipment', { id: uuid, number })`
    with shipment as (
           insert into shipments (order_id, number, carrier, tracking_number, tracking_url, created_by)
           select ${orderId}::uuid, coalesce(max(number), 0) + 1, ${carrier}, ${trackingNumber},
                  ${trackingUrl}::text, ${createdBy}::uuid
             from shipments where order_id = ${orderId}
           returning id, number),
         items as (
           insert into shipment_items (shipment_id, order_line_id, quantity)
           select shipment.id, i."orderItemId", i.quantity
             from shipment, jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i ("orderItemId" uuid, quantity int))
    select id, number from shipment`);
  recordEffect({ kind: 'shipment', units: items.reduce((sum, { quantity }) => sum + quantity, 0) });
  return shipment;
}

const numbered = { number, ...tracking };

export const findShipment = (orderId: string, id: string) =>
  first('orders.findShipment', numbered)`
    select ${columnsOf(numbered)} from shipments where id = ${id} and order_id = ${orderId}`;

export const updateShipment = (id: string, { carrier, trackingNumber, trackingUrl }: Tracking) =>
  count('orders.updateShipment')`
    update shipments set carrier = ${carrier}, tracking_number = ${trackingNumber}, tracking_url = ${trackingUrl}::text
     where id = ${id}`;

export async function deleteShipments(tx: Db, orderId: string) {
  const deleted = await tx.run(count('orders.deleteShipments')`delete from shipments where order_id = ${orderId}`);
  recordEffect({ kind: 'deleted', what: 'shipment', count: deleted });
}

export const updateTrackingNumber = (orderId: string, trackingNumber: string) =>
  count('orders.updateTrackingNumber')`
    update orders set tracking_number = ${trackingNumber}
     where id = ${orderId} and tracking_number is distinct from ${trackingNumber}`;
