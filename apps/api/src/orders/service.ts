import { trackOrderMessages } from '@shop/contracts/orders/messages';
import { ORDERS_SHOWN, type OrderKey } from '@shop/contracts/orders/schema';
import { arrivalDates } from '@shop/contracts/settings/delivery';
import { invoiceJob } from '#invoices/service.ts';
import { notifyOrderPlaced } from '#notifications/service.ts';
import { updatePaymentStatus } from '#orders/admin/order-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { paginate } from '#platform/http/paging.ts';
import { enqueueTogether } from '#platform/queue/queue.ts';
import { insertOrder } from './create-queries.ts';
import { findConfirmationEmail, findOrder, listOrders } from './queries.ts';
import { addressLines, orderNotFound, orderNumber, ownOrder, type Placement, trackedOrder } from './rules.ts';
import { findTrackedOrder } from './tracking-queries.ts';

export { countOrders } from '#orders/admin/list.ts';
export { ORDER_TERMS, PLACEMENT } from '#orders/create-queries.ts';
export { type OrderTerms, orderNotFound, type Placement } from '#orders/rules.ts';
export { assignTrackingNumber } from '#orders/shipments/tracking-number.ts';
export { getLockedOrder } from '#orders/status/service.ts';

/**
 * The statements that place the order of a checkout: for the transaction that claims its stock and finalizes its
 * payment, if there is one, and that has locked the customer.
 */
export function placeOrder(tx: Db, placement: Placement, payment: { status: 'paid' | 'pending' }) {
  const { checkoutId, orderId, historyId, emailId, userId, customer, paymentMethod } = placement;
  const number = orderNumber(orderId);
  const promise = promiseOf(placement);
  const notified = notifyOrderPlaced(tx, {
    orderId,
    number,
    historyId,
    emailId,
    userId,
    customer,
    items: placement.items.map(({ name, options, quantity, unitPriceCents }) => ({
      name,
      options: Object.values(options),
      quantity,
      unitPriceCents,
    })),
    totalCents: placement.totalCents,
    payOnDelivery: paymentMethod === 'cod',
    shippingAddress: addressLines(placement.shippingAddress),
    shippingMethod: placement.shippingMethod,
    promise: { earliest: promise.earliest, latest: promise.latest },
  });
  const jobs = payment.status === 'paid' ? [...notified.jobs, invoiceJob(orderId)] : notified.jobs;
  const order = { checkoutId, orderId, historyId, paymentStatus: payment.status, promise };
  return {
    placed: { orderId, number },
    statements: [insertOrder(tx, order), ...notified.stored, enqueueTogether(tx, jobs)],
  };
}

/** The order keeps the dates: later changes of the settings do not change them. */
const promiseOf = ({ now, shippingMethod: method, shippingAddress: { country }, delivery, timeZone }: Placement) =>
  arrivalDates({ now: new Date(now), method, country, rules: { ...delivery, timeZone } });

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
