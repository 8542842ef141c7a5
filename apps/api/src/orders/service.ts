import { trackOrderMessages } from '@shop/contracts/orders/messages';
import { ORDERS_SHOWN, type OrderKey, type OrderStatus, type StatusChange } from '@shop/contracts/orders/schema';
import type { Pool } from 'pg';
import { notifyOrderPlaced } from '#notifications/service.ts';
import { updatePaymentStatus } from '#orders/admin/order-queries.ts';
import { lockOrder } from '#orders/status/queries.ts';
import { assertCancellable } from '#orders/status/rules.ts';
import { type StatusActor, transition } from '#orders/status/transition.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, canNow, forbidden } from '#platform/http/access.ts';
import { insertOrder } from './create-queries.ts';
import { findConfirmationEmail, findOrder, listOrders } from './queries.ts';
import { orderNotFound, ownOrder, trackedOrder } from './rules.ts';
import { findTrackedOrder } from './tracking-queries.ts';

/** Call it in the transaction that claims the checkout's stock and finalizes its payment, if there is one. */
export async function placeOrder(tx: Db, checkoutId: string, payment: { status: 'paid' | 'pending' }) {
  const { id, ...placed } = await insertOrder(tx, checkoutId, payment.status);
  await notifyOrderPlaced(tx, { orderId: id, ...placed });
  return { id, number: placed.number };
}

/** After a refund, or one that failed, for callers that hold the order's lock. */
export const setPaymentStatus = (tx: Db, orderId: string, status: 'paid' | 'refunded') =>
  updatePaymentStatus(tx, orderId, status);

export async function browseOrders(db: Db, userId: string, after?: string) {
  const rows = await listOrders(db, userId, { limit: ORDERS_SHOWN + 1, after });
  const orders = rows.slice(0, ORDERS_SHOWN).map(ownOrder);
  return { orders, next: rows.length > ORDERS_SHOWN ? orders.at(-1)?.id : undefined };
}

export async function getOrder(db: Db, actor: Actor, id: string) {
  const row = await findOrder(db, canNow(actor, 'orders.read') ? 'everyone' : { userId: actor.id }, id);
  if (!row) throw orderNotFound();
  return ownOrder(row);
}

export async function getConfirmationEmail(db: Db, actor: Actor, id: string) {
  const found = await findConfirmationEmail(db, actor.id, id);
  if (!found) throw orderNotFound();
  return found;
}

export async function cancelOrder(tx: Db, actor: Actor, id: string) {
  const order = await lockOrder(tx, id);
  const own = order?.userId === actor.id;
  if (!order || !(own || canNow(actor, 'orders.refund'))) throw orderNotFound();
  assertCancellable(order);

  await transition(tx, id, 'cancelled', own ? { actor: 'customer', userId: actor.id } : byStaff(actor));
}

export async function setStatus(
  tx: Db,
  actor: Actor,
  id: string,
  { status, expectedStatus, returnToStock }: StatusChange,
) {
  assertCanSetStatus(actor, status);
  await transition(tx, id, status, byStaff(actor), { returnToStock, expectedStatus });
}

/** Cancelling refunds the payment, which needs more than the permission to update statuses. */
export function assertCanSetStatus(actor: Actor, to: OrderStatus) {
  if (to === 'cancelled' && !canNow(actor, 'orders.refund')) throw forbidden();
}

const byStaff = ({ id, requestId }: Actor): StatusActor => ({ actor: 'admin', userId: id, requestId });

/** A wrong number and a wrong email address get the same error, so that orders cannot be enumerated. */
export async function trackOrder(pool: Pool, key: OrderKey) {
  const row = await findTrackedOrder(pool, key);
  if (!row) throw new DomainError('not_found', 'order_not_found', trackOrderMessages.notFound);
  return trackedOrder(row);
}
