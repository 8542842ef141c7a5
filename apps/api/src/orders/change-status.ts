import type { OrderStatus, StatusChange } from '@shop/contracts/orders/schema';
import type { Db } from '#platform/database/db.ts';
import { type Actor, canNow, forbidden } from '#platform/http/access.ts';
import { orderNotFound } from './rules.ts';
import { hasShipments } from './shipment-queries.ts';
import { lockOrder } from './status-queries.ts';
import { assertCancellable, assertExpected, type StatusActor } from './status-rules.ts';
import { transition } from './transition.ts';

export async function cancelOrder(tx: Db, actor: Actor, id: string) {
  const order = await getLockedOrder(tx, id);
  const own = order.userId === actor.id;
  if (!own && !canNow(actor, 'orders.refund')) throw orderNotFound();
  assertCancellable({ status: order.status, hasShipments: await hasShipments(tx, id) });

  await transition(tx, order, 'cancelled', own ? { actor: 'customer', userId: actor.id } : byStaff(actor));
}

export async function setStatus(
  tx: Db,
  actor: Actor,
  id: string,
  { status, expectedStatus, returnToStock }: StatusChange,
) {
  assertCanSetStatus(actor, status);
  const order = await getLockedOrder(tx, id);
  assertExpected(order, expectedStatus);
  await transition(tx, order, status, byStaff(actor), { returnToStock });
}

/** Cancelling refunds the payment, which needs more than the permission to update statuses. */
export function assertCanSetStatus(actor: Actor, to: OrderStatus) {
  if (to === 'cancelled' && !canNow(actor, 'orders.refund')) throw forbidden();
}

export const byStaff = (actor: Actor): StatusActor => ({
  actor: 'admin',
  userId: actor.id,
  requestId: actor.requestId,
  mayRefund: canNow(actor, 'orders.refund'),
});

export async function getLockedOrder(tx: Db, id: string) {
  const order = await lockOrder(tx, id);
  if (!order) throw orderNotFound();
  return order;
}
