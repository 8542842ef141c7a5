import { trackOrderMessages } from '@shop/contracts/orders/messages';
import type { OrderPart, OrderWithParts } from '@shop/contracts/orders/parts';
import { ORDERS_SHOWN, type OrderKey } from '@shop/contracts/orders/schema';
import { promiseOf } from '@shop/contracts/settings/delivery';
import type { z } from 'zod';
import { invoiceJob } from '#invoices/service.ts';
import { notifyOrderPlaced } from '#notifications/service.ts';
import { LINE_OPTIONS } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { first } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { paginate } from '#platform/http/paging.ts';
import { enqueueTogether } from '#platform/queue/queue.ts';
import { updatePaymentStatus } from './admin-order-queries.ts';
import { insertOrder } from './create-queries.ts';
import { findConfirmationEmail, findOrder, listOrders } from './queries.ts';
import { addressLines, orderNotFound, orderNumber, ownOrder, type Placement, trackedOrder } from './rules.ts';
import { SHIPMENTS_OF_ORDER } from './shipment-queries.ts';
import { trackedOrderRow } from './sql.ts';

export { ORDER_TERMS, PLACEMENT } from '#orders/create-queries.ts';
export { type OrderTerms, orderNotFound, type Placement } from '#orders/rules.ts';
export { countOrders } from './admin-list.ts';
export { getLockedOrder } from './change-status.ts';
export { removeUnitsLeft } from './issue-refund.ts';
export { type RefundState, refundTermsOf } from './refund-queries.ts';
export { assignTrackingNumber } from './tracking-number.ts';

/**
 * The statements that place the order of a checkout: for the transaction that claims its stock and finalizes its
 * payment, if there is one, and that has locked the customer.
 */
export function placeOrder(placement: Placement, payment: { status: 'paid' | 'pending' }) {
  const { checkoutId, orderId, historyId, emailId, userId, customer, paymentMethod } = placement;
  const number = orderNumber(orderId);
  const { now, shippingAddress, shippingMethod: method, delivery, timeZone } = placement;
  const rules = { ...delivery, timeZone };
  const promise =
    placement.promise ?? promiseOf({ now: new Date(now), method, country: shippingAddress.country, rules });
  const notified = notifyOrderPlaced({
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
    shippingAddress: addressLines(shippingAddress),
    shippingMethod: method,
    promise: { earliest: promise.earliest, latest: promise.latest },
  });
  const jobs = payment.status === 'paid' ? [...notified.jobs, invoiceJob(orderId)] : notified.jobs;
  const order = { checkoutId, orderId, historyId, paymentStatus: payment.status, promise };
  return {
    placed: { orderId, number },
    statements: { order: insertOrder(order), ...notified.stored, jobs: enqueueTogether(jobs) },
  };
}

/** After a refund, or one that failed, for callers that hold the order's lock. */
export const setPaymentStatus = (tx: Db, orderId: string, status: 'paid' | 'refunded') =>
  tx.run(updatePaymentStatus(orderId, status));

export async function browseOrders(db: Db, userId: string, after?: string) {
  const { items, next } = paginate(await db.run(listOrders(userId, { limit: ORDERS_SHOWN + 1, after })), ORDERS_SHOWN);
  return { orders: items.map(ownOrder), next };
}

/** Staff can get any order. */
export async function getOrderRow(db: Db, actor: Actor, id: string) {
  const row = await db.run(findOrder(canNow(actor, 'orders.read') ? 'everyone' : { userId: actor.id }, id));
  if (!row) throw orderNotFound();
  return row;
}

export const getOrder = async (db: Db, actor: Actor, id: string) => ownOrder(await getOrderRow(db, actor, id));

type Read<Part extends OrderPart> = (
  db: Db,
  actor: Actor,
  id: string,
) => Promise<z.output<typeof OrderWithParts>[Part]>;
export type OrderParts = { readonly [Part in OrderPart]: Read<Part> };

/** A part that the actor does not find, staff in the order of a customer for example, is left out. */
const readPart = (read: Read<OrderPart>, db: Db, actor: Actor, id: string) =>
  read(db, actor, id).catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === 'not_found') return undefined;
    throw error;
  });

/** Parts are read on `partsDb`, from which browsing is served. */
export async function getOrderWithParts(
  { db, partsDb, parts }: { db: Db; partsDb: Db; parts: OrderParts },
  actor: Actor,
  id: string,
  include: readonly OrderPart[] = [],
) {
  const [order, ...found] = await Promise.all([
    getOrder(db, actor, id),
    ...include.map(async (part) => [part, await readPart(parts[part], partsDb, actor, id)] as const),
  ]);
  return { ...order, ...Object.fromEntries(found) };
}

export async function getConfirmationEmail(db: Db, actor: Actor, id: string) {
  const found = await db.run(findConfirmationEmail(actor.id, id));
  if (!found) throw orderNotFound();
  return found;
}

/** A wrong number and a wrong email address get the same error, so that orders cannot be enumerated. */
export async function trackOrder(db: Db, key: OrderKey) {
  const row = await db.run(findTrackedOrder(key));
  if (!row) throw new DomainError('not_found', 'order_not_found', trackOrderMessages.notFound);
  return trackedOrder(row);
}

/** The newest one, if two orders of a customer share a number. */
const findTrackedOrder = ({ number, email }: OrderKey) =>
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
