import { randomInt } from 'node:crypto';
import { isDueOnDelivery, orderMessages } from '@shop/contracts/orders/messages';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { record } from '#audit/service.ts';
import { redeemDiscountCodeAgain, releaseRedemptions } from '#discounts/service.ts';
import { applyStockEffect } from '#inventory/service.ts';
import { notifyOrderStatus } from '#notifications/service.ts';
import { requestOrderRefund } from '#payments/service.ts';
import type { Db } from '#platform/database/db.ts';
import { insertStatusHistory, type LockedOrder, updateOrder } from './queries.ts';
import {
  type ActorType,
  assertTransition,
  paymentAfter,
  statusChangeError,
  statusConflict,
  stockEffect,
  trackingNumber,
} from './rules.ts';

export type StatusActor = { actor: ActorType; userId: string | null; requestId?: string };
type Options = {
  returnToStock?: boolean;
  /** Optimistic concurrency: if the order has another status by now, the change is rejected as a conflict. */
  expectedStatus?: OrderStatus;
};

/**
 * The only way an order changes its status. History, refund, discount code, stock, notification and email are part of
 * the caller's transaction: all of it or none. Setting the current status changes nothing.
 */
export async function transition(tx: Db, order: LockedOrder, to: OrderStatus, by: StatusActor, options: Options = {}) {
  const { returnToStock = false, expectedStatus } = options;
  const { id, status: from, userId, number, checkoutId } = order;
  if (from === to) return;
  if (expectedStatus && from !== expectedStatus) throw statusConflict(from);
  assertTransition({ from, to, actor: by.actor });

  const refunded = to === 'cancelled' && Boolean(await requestOrderRefund(tx, id, 'all', orderMessages.refundReason));
  const historyId = await insertStatusHistory(tx, { orderId: id, from, to, ...by });
  const tracking = order.trackingNumber ?? (to === 'shipped' ? trackingNumber(randomInt(100_000_000)) : null);
  const paymentStatus = refunded ? 'refunded' : paymentAfter(order, to);
  await updateOrder(tx, id, { status: to, paymentStatus, trackingNumber: tracking });
  if (by.actor === 'admin')
    await record(
      tx,
      { id: by.userId, requestId: by.requestId },
      {
        action: 'order.status',
        entity: 'order',
        entityId: id,
        before: { status: from, paymentStatus: order.paymentStatus, trackingNumber: order.trackingNumber },
        after: { status: to, paymentStatus, trackingNumber: tracking, ...(to === 'cancelled' && { returnToStock }) },
      },
    );
  await notifyOrderStatus(tx, {
    historyId,
    userId,
    orderId: id,
    number,
    status: to,
    trackingNumber: tracking,
    refunded,
    paid: paymentStatus === 'paid' && order.paymentStatus !== 'paid',
    dueCents: isDueOnDelivery({ ...order, status: to, paymentStatus }) ? order.totalCents : null,
  });

  // The most contended rows are locked last: first the code, then the stock, in the order of a checkout.
  await updateDiscountRedemption(tx, order, to);
  const { notReturned, writeOffReversed } = orderMessages;
  const effect = stockEffect(from, to, returnToStock);
  if (!(await applyStockEffect(tx, checkoutId, effect, { actorUserId: by.userId, notReturned, writeOffReversed })))
    throw statusChangeError('no_stock');
}

async function updateDiscountRedemption(tx: Db, order: LockedOrder, to: OrderStatus) {
  const { status: from, userId, checkoutId, discountCodeId } = order;
  if (!discountCodeId) return;
  if (to === 'cancelled') await releaseRedemptions(tx, [checkoutId]);
  if (from === 'cancelled' && !(await redeemDiscountCodeAgain(tx, { discountCodeId, userId, checkoutId })))
    throw statusChangeError('discount_code_used_up');
}
