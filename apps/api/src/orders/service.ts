import { trackOrderMessages } from '@shop/contracts/orders/messages';
import { ORDERS_SHOWN, type OrderKey } from '@shop/contracts/orders/schema';
import { arrivalDates } from '@shop/contracts/settings/delivery';
import { requestInvoice } from '#invoices/service.ts';
import { notifyOrderPlaced } from '#notifications/service.ts';
import { updatePaymentStatus } from '#orders/admin/order-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { paginate } from '#platform/http/paging.ts';
import { findDeliveryTerms, insertOrder } from './create-queries.ts';
import { findConfirmationEmail, findOrder, listOrders } from './queries.ts';
import { addressLines, orderNotFound, ownOrder, trackedOrder } from './rules.ts';
import { findTrackedOrder } from './tracking-queries.ts';

export { countOrders } from '#orders/admin/list.ts';
export { orderNotFound } from '#orders/rules.ts';
export { assignTrackingNumber } from '#orders/shipments/tracking-number.ts';
export { getLockedOrder } from '#orders/status/service.ts';

/** Call it in the transaction that claims the checkout's stock and finalizes its payment, if there is one. */
export async function placeOrder(tx: Db, checkoutId: string, payment: { status: 'paid' | 'pending' }) {
  const promise = await promiseOf(tx, checkoutId);
  const order = await insertOrder(tx, checkoutId, payment.status, promise);
  const { id, items, shippingAddress, paymentMethod, ...placed } = order;
  await notifyOrderPlaced(tx, {
    orderId: id,
    ...placed,
    items: items.map(({ options, ...item }) => ({ ...item, options: Object.values(options) })),
    shippingAddress: addressLines(shippingAddress),
    promise: { earliest: promise.earliest, latest: promise.latest },
  });
  if (payment.status === 'paid') await requestInvoice(tx, id);
  return { id, number: placed.number, paymentMethod };
}

/** The order keeps the dates: later changes of the settings do not change them. */
async function promiseOf(tx: Db, checkoutId: string) {
  const { now, method, country, delivery, timeZone } = await findDeliveryTerms(tx, checkoutId);
  return arrivalDates({ now: new Date(now), method, country, rules: { ...delivery, timeZone } });
}

/** After a refund, or one that failed, for callers that hold the order's lock. */
export const setPaymentStatus = (tx: Db, orderId: string, status: 'paid' | 'refunded') =>
  updatePaymentStatus(tx, orderId, status);

export async function browseOrders(db: Db, userId: string, after?: string) {
  const { items, next } = paginate(await listOrders(db, userId, { limit: ORDERS_SHOWN + 1, after }), ORDERS_SHOWN);
  return { orders: items.map(ownOrder), next };
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

/** A wrong number and a wrong email address get the same error, so that orders cannot be enumerated. */
export async function trackOrder(db: Db, key: OrderKey) {
  const row = await findTrackedOrder(db, key);
  if (!row) throw new DomainError('not_found', 'order_not_found', trackOrderMessages.notFound);
  return trackedOrder(row);
}
