import { arrivalDates, DEFAULT_DELIVERY } from '@shop/contracts/settings/delivery';
import { orderLines, orderNotes, orderStatusHistory, orders, shipmentItems, shipments } from '#orders/schema.ts';
import type { Db } from '#platform/database/db.ts';
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
  await inChunks(rows, (part) => tx.insert(orders).values(part));

  const lines = placed.flatMap((order) =>
    order.lines.map((line) => ({ id: line.id, orderId: order.id, ...lineColumns(line) })),
  );
  await inChunks(lines, (part) => tx.insert(orderLines).values(part));
  await inChunks(history, (part) => tx.insert(orderStatusHistory).values(part));

  const parcels = placed.flatMap((order) =>
    order.shipments.map(({ items: _items, ...shipment }) => ({
      ...shipment,
      orderId: order.id,
      createdBy: staff.packer,
    })),
  );
  await inChunks(parcels, (part) => tx.insert(shipments).values(part));
  const items = placed.flatMap((order) =>
    order.shipments.flatMap(({ id: shipmentId, items: packed }) =>
      packed.map(({ lineId, quantity }) => ({ shipmentId, orderLineId: lineId, quantity })),
    ),
  );
  await inChunks(items, (part) => tx.insert(shipmentItems).values(part));
  await inChunks(notes, (part) => tx.insert(orderNotes).values(part));
}

/** With the delivery times of a new store, whose time zone is UTC. */
function promiseColumns({ placedAt, shippingMethod, customer }: DemoOrder) {
  const { earliest, latest, dispatchBy } = arrivalDates({
    now: placedAt,
    method: shippingMethod,
    country: customer.address.country,
    rules: { ...DEFAULT_DELIVERY, timeZone: 'UTC' },
  });
  return { promisedEarliest: earliest, promisedLatest: latest, dispatchBy };
}
