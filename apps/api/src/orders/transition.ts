import { isDueOnDelivery, orderMessages } from '@shop/contracts/orders/messages';
import type { OrderStatus, PaymentStatus } from '@shop/contracts/orders/schema';
import { record } from '#audit/service.ts';
import { redeemDiscountCodeAgain, releaseRedemptions } from '#discounts/service.ts';
import { applyStockChange } from '#inventory/service.ts';
import { requestCancellationNote, requestInvoice } from '#invoices/service.ts';
import { notifyOrderStatus, type OrderStatusChange } from '#notifications/service.ts';
import { requestOrderRefund, updateLinesReleased, updateLinesUnshipped } from '#payments/service.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { deleteShipments, insertShipment, listLineUnits, listShipments } from './shipment-queries.ts';
import { hasCashRefunds, hasReturns, insertStatusHistory, type LockedOrder, updateOrder } from './status-queries.ts';
import {
  assertMayChange,
  decideTransition,
  isPackedUnpaid,
  paymentAfter,
  type StatusActor,
  statusChangeError,
  type TransitionDecision,
} from './status-rules.ts';
import { assignTrackingNumber } from './tracking-number.ts';

type Options = {
  returnToStock?: boolean;
  /** Instead of the notification of the status. Every status change has exactly one. */
  notify?: (tx: Db, change: OrderStatusChange) => Promise<void>;
};

/**
 * The only way an order changes its status, for callers that have locked the order. History, refund, discount code,
 * stock, shipments, notification and email are part of the caller's transaction: all of it or none. Setting the current
 * status changes nothing.
 */
export async function transition(tx: Db, order: LockedOrder, to: OrderStatus, by: StatusActor, options: Options = {}) {
  const { returnToStock = false, notify = notifyOrderStatus } = options;
  const { id, status: from } = order;
  if (from === to) return;
  assertMayChange(order, to, by);
  if (isPackedUnpaid(order, to)) recordEffect({ kind: 'unpaid', count: 1 });

  if (from === 'delivered' && (await hasReturns(tx, id))) throw statusChangeError('order_has_returns');
  const lines = await tx.run(listLineUnits(id));
  const decision = decideTransition({ from, to, actor: by.actor, lines, returnToStock });

  const refunded = await refundIfCancelled(tx, id, to);
  const historyId = await recordHistory(tx, order, to, by);
  const discarded = await discardShipments(tx, id, decision);
  if (from === 'cancelled') await updateLinesReleased(tx, id);
  const trackingNumber = await shipWhatIsLeft(tx, order, to, by, decision);
  const paymentStatus = refunded ? 'refunded' : paymentAfter(order, to, await hasCashRefunds(tx, id));
  const after = { status: to, paymentStatus, trackingNumber };
  await updateOrder(tx, id, after);

  const isReturned = to === 'cancelled' ? returnToStock : undefined;
  await auditIfByStaff(tx, order, by, { discarded, after: { ...after, returnToStock: isReturned } });
  await notify(tx, changeOf(order, historyId, { ...after, refunded }));
  await requestDocuments(tx, id, after);
  // The most contended rows are locked last: first the code, then the stock, in the order of a checkout.
  await updateDiscountRedemption(tx, order, to);
  await updateStock(tx, order, by, decision);
}

type After = { status: OrderStatus; paymentStatus: PaymentStatus; trackingNumber: string | null };

/** The provider is asked by the job that this enqueues (`carryOutRefund` in checkout/refunds.ts). */
async function refundIfCancelled(tx: Db, id: string, to: OrderStatus) {
  const refund = to === 'cancelled' && (await requestOrderRefund(tx, id, 'all', orderMessages.refundReason));
  return Boolean(refund);
}

const recordHistory = (tx: Db, { id, status }: LockedOrder, to: OrderStatus, { actor, userId }: StatusActor) =>
  insertStatusHistory(tx, { orderId: id, from: status, to, actor, userId });

/** Returns the shipments that did not happen. */
async function discardShipments(tx: Db, id: string, { discardsShipments, anyShipped }: TransitionDecision) {
  if (!discardsShipments) return [];
  const discarded = anyShipped ? await listShipments(tx, id) : [];
  if (discarded.length > 0) await deleteShipments(tx, id);
  await updateLinesUnshipped(tx, id);
  return discarded;
}

/** All units that are in no shipment. Returns the tracking number of the order: that of its newest shipment. */
async function shipWhatIsLeft(
  tx: Db,
  { id, trackingNumber: before }: LockedOrder,
  to: OrderStatus,
  by: StatusActor,
  { toShip, anyShipped }: TransitionDecision,
) {
  // A shipped order always has a number, also one that an earlier release set to delivered without any.
  if (toShip.length === 0) return before ?? (to === 'shipped' ? assignTrackingNumber(null, false) : null);
  const trackingNumber = assignTrackingNumber(before, anyShipped);
  const shipment = { carrier: '', trackingNumber, trackingUrl: null, createdBy: by.userId, items: toShip };
  await insertShipment(tx, { orderId: id, ...shipment });
  return trackingNumber;
}

type Audited = { discarded: object[]; after: object };

async function auditIfByStaff(tx: Db, order: LockedOrder, by: StatusActor, { discarded, after }: Audited) {
  if (by.actor !== 'admin') return;
  const { id, status, paymentStatus, trackingNumber } = order;
  const shipments = discarded.length > 0 ? discarded : undefined;
  const before = { status, paymentStatus, trackingNumber, shipments };
  const actor = { id: by.userId, requestId: by.requestId };
  await record(tx, actor, { action: 'order.status', entity: 'order', entityId: id, before, after });
}

function changeOf(order: LockedOrder, historyId: string, after: After & { refunded: boolean }): OrderStatusChange {
  const { id, userId, number, totalCents, promisedEarliest: earliest, promisedLatest: latest } = order;
  const { status, paymentStatus, trackingNumber, refunded } = after;
  return {
    historyId,
    userId,
    orderId: id,
    number,
    status,
    trackingNumber,
    refunded,
    paid: paymentStatus === 'paid' && order.paymentStatus !== 'paid',
    dueCents: isDueOnDelivery({ ...order, status, paymentStatus }) ? totalCents : null,
    promise: earliest && latest ? { earliest, latest } : null,
  };
}

/** Cash orders are invoiced when the first units are shipped; the others were when they were paid. */
async function requestDocuments(tx: Db, id: string, { status, paymentStatus }: After) {
  if (status === 'shipped' || status === 'delivered') await requestInvoice(tx, id);
  if (status === 'cancelled' && paymentStatus === 'pending') await requestCancellationNote(tx, id);
}

async function updateDiscountRedemption(tx: Db, order: LockedOrder, to: OrderStatus) {
  const { status: from, userId, checkoutId, discountCodeId } = order;
  if (!discountCodeId) return;
  if (to === 'cancelled') await releaseRedemptions(tx, [checkoutId]);
  if (from === 'cancelled' && !(await redeemDiscountCodeAgain(tx, { discountCodeId, userId, checkoutId })))
    throw statusChangeError('discount_code_used_up');
}

async function updateStock(
  tx: Db,
  { checkoutId }: LockedOrder,
  by: StatusActor,
  { stock, shipped }: TransitionDecision,
) {
  const { notReturned, writeOffReversed } = orderMessages;
  const details = { actorUserId: by.userId, notReturned, writeOffReversed, shipped };
  if (!(await applyStockChange(tx, checkoutId, stock, details))) throw statusChangeError('no_stock');
}
