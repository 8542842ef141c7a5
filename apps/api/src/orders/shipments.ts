import { trackingUrlOf } from '@shop/contracts/orders/carriers';
import type { NewShipment, ShipmentEdit } from '@shop/contracts/orders/shipment-schema';
import { record } from '#audit/service.ts';
import { requestInvoice } from '#invoices/service.ts';
import { notifyOrderStatus, notifyPartialShipment } from '#notifications/service.ts';
import type { Db } from '#platform/database/db.ts';
import type { Actor } from '#platform/http/access.ts';
import { byStaff, getLockedOrder } from './change-status.ts';
import {
  findShipment,
  insertShipment,
  type LineUnits,
  listLineUnits,
  updateShipment,
  updateTrackingNumber,
} from './shipment-queries.ts';
import {
  assertShippable,
  assertUnitsLeft,
  countUnits,
  isAnyShipped,
  mergeItems,
  shipmentNotFound,
  unitsLeft,
} from './shipment-rules.ts';
import { assignTrackingNumber } from './tracking-number.ts';
import { transition } from './transition.ts';

/**
 * Ships units of an order. With the last ones the order is shipped; before, it is processing. The customer gets one
 * notification: of the shipment while units are left, of the status otherwise.
 */
export async function createShipment(tx: Db, actor: Actor, orderId: string, shipment: NewShipment) {
  const order = await getLockedOrder(tx, orderId);
  assertShippable(order);
  const lines = await tx.run(listLineUnits(orderId));
  const items = mergeItems(shipment.items);
  assertUnitsLeft(items, lines);

  const tracking = trackingOf({
    ...shipment,
    trackingNumber: shipment.trackingNumber || assignTrackingNumber(order.trackingNumber, isAnyShipped(lines)),
  });
  const { id, number } = await insertShipment(tx, { orderId, createdBy: actor.id, items, ...tracking });
  await tx.run(updateTrackingNumber(orderId, tracking.trackingNumber));
  const isLast = countUnits(items) === countUnits(unitsLeft(lines));
  const status = isLast ? 'shipped' : 'processing';
  const contents = contentsOf(items, lines);
  await record(tx, actor, {
    action: 'order.ship',
    entity: 'order',
    entityId: orderId,
    before: { status: order.status },
    after: { status, shipment: { number, ...tracking, items: contents, notify: shipment.notify } },
  });

  // Cash orders are invoiced with the first shipment; that of the last units is requested by the change to shipped.
  if (!isLast) await requestInvoice(tx, orderId);
  const recipient = { userId: order.userId, orderId, number: order.number, withEmail: shipment.notify };
  const notifyPartial = (historyId: string | null) =>
    notifyPartialShipment(tx, { ...recipient, ...tracking, historyId, shipmentId: id, items: contents });
  if (order.status !== status) {
    const { carrier, trackingUrl } = tracking;
    await transition(tx, { ...order, trackingNumber: tracking.trackingNumber }, status, byStaff(actor), {
      notify: (_tx, change) =>
        isLast
          ? notifyOrderStatus(tx, { ...change, carrier, trackingUrl, withEmail: shipment.notify })
          : notifyPartial(change.historyId),
    });
  } else if (shipment.notify) await notifyPartial(null);
  return { id };
}

/** Corrects carrier and tracking. The order's own number follows if it was the one of this shipment. */
export async function editShipment(tx: Db, actor: Actor, orderId: string, id: string, edit: ShipmentEdit) {
  const order = await getLockedOrder(tx, orderId);
  const shipment = await tx.run(findShipment(orderId, id));
  if (!shipment) throw shipmentNotFound();

  const { number, ...before } = shipment;
  const after = trackingOf(edit);
  if (
    before.carrier === after.carrier &&
    before.trackingNumber === after.trackingNumber &&
    before.trackingUrl === after.trackingUrl
  )
    return { id };
  await tx.run(updateShipment(id, after));
  if (order.trackingNumber === before.trackingNumber) await tx.run(updateTrackingNumber(orderId, after.trackingNumber));
  await record(tx, actor, {
    action: 'order.edit_shipment',
    entity: 'order',
    entityId: orderId,
    before: { shipment: { number, ...before } },
    after: { shipment: { number, ...after } },
  });
  return { id };
}

const trackingOf = ({ carrier, trackingNumber, trackingUrl }: ShipmentEdit) => ({
  carrier,
  trackingNumber,
  trackingUrl: trackingUrl || trackingUrlOf(carrier, trackingNumber),
});

const contentsOf = (items: { orderItemId: string; quantity: number }[], lines: LineUnits[]) =>
  lines.flatMap(({ orderItemId, name, options }) => {
    const item = items.find((shipped) => shipped.orderItemId === orderItemId);
    return item ? { name, options: Object.values(options), quantity: item.quantity } : [];
  });
