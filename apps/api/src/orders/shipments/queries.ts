import type { Shipment } from '@shop/contracts/orders/shipment-schema';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { orderedOptions } from '#platform/database/ordered-options.ts';
import { recordEffect } from '#platform/effects.ts';

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

const LINE_OPTIONS = orderedOptions(sql`l.option_values`, sql`p.options`);

export type LineUnits = {
  orderItemId: string;
  variantId: string;
  name: string;
  options: Record<string, string>;
  quantity: number;
  shipped: number;
  removed: number;
};

export async function listLineUnits(tx: Db, orderId: string) {
  const { rows } = await tx.execute<LineUnits>(sql`
    select l.id as "orderItemId", l.variant_id as "variantId", l.name, ${LINE_OPTIONS} as options, l.quantity,
           ${SHIPPED_UNITS} as shipped, ${REMOVED_UNITS} as removed
      from order_lines l join products p on p.id = l.product_id where l.order_id = ${orderId} order by l.id`);
  return rows;
}

export async function listShipments(tx: Db, orderId: string) {
  const { rows } = await tx.execute<{ shipments: Shipment[] }>(sql`
    select sent.shipments from orders o cross join lateral (${SHIPMENTS_OF_ORDER}) sent where o.id = ${orderId}`);
  return rows[0]?.shipments ?? [];
}

export async function hasShipments(tx: Db, orderId: string) {
  const { rowCount } = await tx.execute(sql`select from shipments where order_id = ${orderId} limit 1`);
  return rowCount === 1;
}

type Tracking = Pick<Shipment, 'carrier' | 'trackingNumber' | 'trackingUrl'>;
type NewShipmentRow = Tracking & { orderId: string; createdBy: string | null; items: Shipment['items'] };

/** For callers that hold the lock of the order, which numbers its shipments. */
export async function insertShipment(tx: Db, { orderId, createdBy, items, ...tracking }: NewShipmentRow) {
  const { rows } = await tx.execute<{ id: string; number: number }>(sql`
    with shipment as (
           insert into shipments (order_id, number, carrier, tracking_number, tracking_url, created_by)
           select ${orderId}::uuid, coalesce(max(number), 0) + 1, ${tracking.carrier}, ${tracking.trackingNumber},
                  ${tracking.trackingUrl}::text, ${createdBy}::uuid
             from shipments where order_id = ${orderId}
           returning id, number),
         items as (
           insert into shipment_items (shipment_id, order_line_id, quantity)
           select shipment.id, i."orderItemId", i.quantity
             from shipment, jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i ("orderItemId" uuid, quantity int))
    select id, number from shipment`);
  const [shipment] = rows;
  if (!shipment) throw new Error(`The shipment of order ${orderId} was not stored.`);
  recordEffect({ kind: 'shipment', units: items.reduce((sum, { quantity }) => sum + quantity, 0) });
  return shipment;
}

export async function findShipment(tx: Db, orderId: string, id: string) {
  const { rows } = await tx.execute<Tracking & { number: number }>(sql`
    select number, carrier, tracking_number as "trackingNumber", tracking_url as "trackingUrl"
      from shipments where id = ${id} and order_id = ${orderId}`);
  return rows[0];
}

export const updateShipment = (tx: Db, id: string, { carrier, trackingNumber, trackingUrl }: Tracking) =>
  tx.execute(sql`
    update shipments set carrier = ${carrier}, tracking_number = ${trackingNumber}, tracking_url = ${trackingUrl}::text
     where id = ${id}`);

export async function deleteShipments(tx: Db, orderId: string) {
  const { rowCount } = await tx.execute(sql`delete from shipments where order_id = ${orderId}`);
  recordEffect({ kind: 'deleted', what: 'shipment', count: rowCount ?? 0 });
}

export const updateTrackingNumber = (tx: Db, orderId: string, trackingNumber: string) =>
  tx.execute(sql`
    update orders set tracking_number = ${trackingNumber}
     where id = ${orderId} and tracking_number is distinct from ${trackingNumber}`);
