import { isDueOnDelivery, orderMessages } from '@shop/contracts/orders/messages';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { record } from '#audit/service.ts';
import { redeemDiscountCodeAgain, releaseRedemptions } from '#discounts/service.ts';
import { applyStockEffect } from '#inventory/service.ts';
import { requestCancellationNote, requestInvoice } from '#invoices/service.ts';
import { notifyOrderStatus, type OrderStatusChange } from '#notifications/service.ts';
import {
  deleteShipments,
  insertShipment,
  type LineUnits,
  listLineUnits,
  listShipments,
} from '#orders/shipments/queries.ts';
import { isAnyShipped, shippedByVariant, unitsLeft } from '#orders/shipments/rules.ts';
import { assignTrackingNumber } from '#orders/shipments/tracking-number.ts';
import { requestOrderRefund, updateLinesReleased, updateLinesUnshipped } from '#payments/service.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/effects.ts';
import { DomainError } from '#platform/errors.ts';
import { hasCashRefunds, hasReturns, insertStatusHistory, type LockedOrder, updateOrder } from './queries.ts';
import {
  type ActorType,
  assertTransition,
  discardsShipments,
  isPackedAgain,
  isShipped,
  paymentAfter,
  statusChangeError,
  statusConflict,
  stockEffect,
  tooLateToCancel,
} from './rules.ts';

export type StatusActor = {
  actor: ActorType;
  userId: string | null;
  requestId?: string;
  /** Of staff: has the permission `orders.refund`. */
  mayRefund?: boolean;
};
type Options = {
  returnToStock?: boolean;
  /** Optimistic concurrency: if the order has another status by now, the change is rejected as a conflict. */
  expectedStatus?: OrderStatus;
  /** Instead of the notification of the status. Every status change has exactly one. */
  notify?: (tx: Db, change: OrderStatusChange) => Promise<void>;
};

/**
 * The only way an order changes its status. History, refund, discount code, stock, shipments, notification and email
 * are part of the caller's transaction: all of it or none. Setting the current status changes nothing.
 */
export async function transition(tx: Db, order: LockedOrder, to: OrderStatus, by: StatusActor, options: Options = {}) {
  const { returnToStock = false, expectedStatus, notify = notifyOrderStatus } = options;
  const { id, status: from, userId, number, checkoutId } = order;
  if (from === to) return;
  if (expectedStatus && from !== expectedStatus) throw statusConflict(from);
  assertTransition({ from, to, actor: by.actor });
  const isUnpaid = order.paymentStatus === 'refunded' && isPackedAgain(from, to);
  if (isUnpaid && !by.mayRefund) throw new DomainError('forbidden', 'forbidden', orderMessages.refundedBefore);
  if (isUnpaid) recordEffect({ kind: 'unpaid', count: 1 });
  if (from === 'delivered' && (await hasReturns(tx, id))) throw statusChangeError('order_has_returns');
  const lines = await tx.run(listLineUnits(id));
  const anyShipped = isAnyShipped(lines);
  if (anyShipped && by.actor !== 'admin') throw tooLateToCancel();
  if (isShipped(to) && !isShipped(from) && !anyShipped && unitsLeft(lines).length === 0)
    throw statusChangeError('nothing_to_ship');

  const refunded = to === 'cancelled' && Boolean(await requestOrderRefund(tx, id, 'all', orderMessages.refundReason));
  const { actor, userId: actorUserId } = by;
  const historyId = await insertStatusHistory(tx, { orderId: id, from, to, actor, userId: actorUserId });
  const discarded = anyShipped && discardsShipments(from, to) ? await listShipments(tx, id) : [];
  if (discarded.length > 0) await deleteShipments(tx, id);
  if (discardsShipments(from, to)) await updateLinesUnshipped(tx, id);
  if (from === 'cancelled') await updateLinesReleased(tx, id);
  const tracking = await shipUnitsLeft(tx, order, to, by, lines);
  const paymentStatus = refunded ? 'refunded' : paymentAfter(order, to, await hasCashRefunds(tx, id));
  await updateOrder(tx, id, { status: to, paymentStatus, trackingNumber: tracking });
  if (by.actor === 'admin')
    await record(
      tx,
      { id: by.userId, requestId: by.requestId },
      {
        action: 'order.status',
        entity: 'order',
        entityId: id,
        before: {
          status: from,
          paymentStatus: order.paymentStatus,
          trackingNumber: order.trackingNumber,
          ...(discarded.length > 0 && { shipments: discarded }),
        },
        after: { status: to, paymentStatus, trackingNumber: tracking, ...(to === 'cancelled' && { returnToStock }) },
      },
    );
  await notify(tx, {
    historyId,
    userId,
    orderId: id,
    number,
    status: to,
    trackingNumber: tracking,
    refunded,
    paid: paymentStatus === 'paid' && order.paymentStatus !== 'paid',
    dueCents: isDueOnDelivery({ ...order, status: to, paymentStatus }) ? order.totalCents : null,
    promise: promiseOf(order),
  });

  // Cash orders are invoiced when the first units are shipped; the others were when they were paid.
  if (to === 'shipped' || to === 'delivered') await requestInvoice(tx, id);
  if (to === 'cancelled' && paymentStatus === 'pending') await requestCancellationNote(tx, id);

  // The most contended rows are locked last: first the code, then the stock, in the order of a checkout.
  await updateDiscountRedemption(tx, order, to);
  const { notReturned, writeOffReversed } = orderMessages;
  const effect = stockEffect(from, to, { returnToStock, anyShipped });
  // Orders shipped by an earlier release have no shipments.
  const shipped = isShipped(from) ? ('all' as const) : shippedByVariant(lines);
  const details = { actorUserId, notReturned, writeOffReversed };
  if (!(await applyStockEffect(tx, checkoutId, effect, { ...details, shipped }))) throw statusChangeError('no_stock');
}

const promiseOf = ({ promisedEarliest: earliest, promisedLatest: latest }: LockedOrder) =>
  earliest && latest ? { earliest, latest } : null;

/**
 * An order that is shipped, or delivered at once, gets a shipment of all units that are in none. Returns the tracking
 * number of the order: that of its newest shipment.
 */
async function shipUnitsLeft(tx: Db, order: LockedOrder, to: OrderStatus, by: StatusActor, lines: LineUnits[]) {
  const left = isShipped(to) && !isShipped(order.status) ? unitsLeft(lines) : [];
  // A shipped order always has a number, also one that an earlier release set to delivered without any.
  if (left.length === 0) return order.trackingNumber ?? (to === 'shipped' ? assignTrackingNumber(null, false) : null);
  const trackingNumber = assignTrackingNumber(order.trackingNumber, isAnyShipped(lines));
  const shipment = { carrier: '', trackingNumber, trackingUrl: null, createdBy: by.userId, items: left };
  await insertShipment(tx, { orderId: order.id, ...shipment });
  return trackingNumber;
}

async function updateDiscountRedemption(tx: Db, order: LockedOrder, to: OrderStatus) {
  const { status: from, userId, checkoutId, discountCodeId } = order;
  if (!discountCodeId) return;
  if (to === 'cancelled') await releaseRedemptions(tx, [checkoutId]);
  if (from === 'cancelled' && !(await redeemDiscountCodeAgain(tx, { discountCodeId, userId, checkoutId })))
    throw statusChangeError('discount_code_used_up');
}
