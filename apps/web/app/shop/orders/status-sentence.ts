import { isCancellable } from '@shop/contracts/orders/constants';
import { isPartiallyRefunded } from '@shop/contracts/orders/messages';
import type { Order } from '@shop/contracts/orders/schema';
import { isPartiallyShipped } from '@shop/contracts/orders/shipping';
import { timelineMessages } from '@shop/contracts/orders/timeline-messages';
import type { Dates } from '#lib/dates.ts';

const { now } = timelineMessages;
/** The first sentence of the page: where the order is, or what happens to the money of a cancelled one. */
export function statusSentence(order: Order, { shortDate }: Dates) {
  const dated = (at: string | undefined, text: (day: string) => string, undated: string) =>
    at ? text(shortDate(new Date(at))) : undated;
  const { status, reachedAt, shipments } = order;
  if (status === 'cancelled') return refundSentence(order);
  if (status === 'delivered') return dated(reachedAt.delivered, now.delivered, now.deliveredUndated);
  if (status === 'shipped') return dated(reachedAt.shipped, now.shipped, now.shippedUndated);
  if (isPartiallyShipped(order)) return now.partly;
  if (!isCancellable({ status, hasShipments: shipments.length > 0 })) return now.packing;
  return now[status];
}

function refundSentence(order: Order) {
  if (order.refunds.some(({ status }) => status === 'pending')) return now.refunding;
  if (order.paymentStatus === 'refunded' || isPartiallyRefunded(order)) return now.refunded;
  return order.paymentStatus === 'pending' || order.total === 0 ? now.notCharged : now.refunding;
}
