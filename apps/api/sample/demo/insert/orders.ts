import { DEFAULT_DELIVERY, estimateDelivery } from '@shop/contracts/settings/delivery';
import type { Db } from '#platform/database/db.ts';
import { count, rowsOf } from '#platform/database/sql.ts';
import type { DemoNote } from '#sample/demo/generate/notes.ts';
import type { DemoStatusChange } from '#sample/demo/generate/notifications.ts';
import type { DemoOrder } from '#sample/demo/generate/orders.ts';
import type { World } from '#sample/demo/generate/world.ts';
import { lineColumns, purchaseColumns } from './checkouts.ts';
import { inChunks } from './chunks.ts';

export async function insertOrders(
  tx: Db,
  { terms, staff }: World,
  placed: readonly DemoOrder[],
  history: readonly DemoStatusChange[],
  notes: readonly DemoNote[],
) {
  const rows = placed.map((order) => ({
    ...purchaseColumns(order, terms),
    id: order.id,
    checkoutId: order.checkoutId,
    email: order.customer.email,
    status: order.status,
    paymentStatus: order.paymentStatus,
    trackingNumber: order.shipments.at(-1)?.trackingNumber ?? null,
    ...promiseColumns(order),
    createdAt: order.placedAt,
    updatedAt: order.steps.at(-1)?.at ?? order.placedAt,
  }));
  await inChunks(tx, rows, (part) => count('demo.insertOrders')`insert into orders ${rowsOf(part)}`);

  const lines = placed.flatMap((order) =>
    order.lines.map((line) => ({ id: line.id, orderId: order.id, ...lineColumns(line) })),
  );
  await inChunks(tx, lines, (part) => count('demo.insertOrderLines')`insert into order_lines ${rowsOf(part)}`);
  await inChunks(tx, history, (part) => count('demo.insertHistory')`insert into order_status_history ${rowsOf(part)}`);

  const parcels = placed.flatMap((order) =>
    order.shipments.map(({ items: _items, ...shipment }) => ({
      ...shipment,
      orderId: order.id,
      createdBy: staff.packer,
    })),
  );
  await inChunks(tx, parcels, (part) => count('demo.insertShipments')`insert into shipments ${rowsOf(part)}`);
  const items = placed.flatMap((order) =>
    order.shipments.flatMap(({ id: shipmentId, items: packed }) =>
      packed.map(({ lineId, quantity }) => ({ shipmentId, orderLineId: lineId, quantity })),
    ),
  );
  await inChunks(tx, items, (part) => count('demo.insertShipmentItems')`insert into shipment_items ${rowsOf(part)}`);
  await inChunks(tx, notes, (part) => count('demo.insertOrderNotes')`insert into order_notes ${rowsOf(part)}`);
}

/** With the delivery times of a new store, whose time zone is UTC. */
function promiseColumns({ placedAt, shippingMethod, customer }: DemoOrder) {
  const { earliest, latest, dispatchBy } = estimateDelivery({
    now: placedAt,
    method: shippingMethod,
    country: customer.address.country,
    rules: { ...DEFAULT_DELIVERY, timeZone: 'UTC' },
  });
  return { promisedEarliest: earliest, promisedLatest: latest, dispatchBy };
}
