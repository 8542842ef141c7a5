import { dollars, formatCharge, toAmount, toCents } from '@shop/contracts/common/money';
import { refundsInCents } from '@shop/contracts/orders/refund-summary';
import type { Order, OrderRefund } from '@shop/contracts/orders/schema';
import { timelineMessages as texts } from '@shop/contracts/orders/timeline-messages';
import { conversationMessages } from '@shop/contracts/support/conversation-messages';
import type { OrderMessage } from '@shop/contracts/support/conversation-schema';

export const TIMELINE_FILTERS = ['all', 'delivery', 'payments', 'messages'] as const;
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number];

export type TimelineEntry = {
  key: string;
  at: string;
  kind: Exclude<TimelineFilter, 'all'>;
  icon: 'placed' | 'packing' | 'truck' | 'delivered' | 'cancelled' | 'card' | 'refund' | 'message';
  title: string;
  text?: string;
  /** The carrier's page, or our own conversation. */
  link?: { label: string; url: string };
};

/** Everything that happened to an order, newest first: delivery, payments and messages in one line of time. */
export const timelineOf = (order: Order, messages: OrderMessage[], storeName: string): TimelineEntry[] =>
  // Stable: of the same moment, the later entry of this list is the newer one.
  [...deliveryEntries(order), ...paymentEntries(order), ...messageEntries(messages, storeName)]
    .reverse()
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));

export const filterEntries = (entries: TimelineEntry[], filter: TimelineFilter) =>
  filter === 'all' ? entries : entries.filter(({ kind }) => kind === filter);

export const timelineFilter = (value: string | null): TimelineFilter =>
  TIMELINE_FILTERS.find((filter) => filter === value) ?? 'all';

function deliveryEntries({ createdAt, reachedAt, shipments, trackingNumber }: Order): TimelineEntry[] {
  const step = (key: string, at: string | undefined, entry: Pick<TimelineEntry, 'icon' | 'title' | 'text'>) =>
    at ? [{ key, at, kind: 'delivery' as const, ...entry }] : [];
  return [
    ...step('placed', createdAt, { icon: 'placed', title: texts.placed }),
    ...step('processing', reachedAt.processing, {
      icon: 'packing',
      title: texts.processing,
      text: texts.processingText,
    }),
    ...shipments.map((shipment) => shipmentEntry(shipment, shipments.length)),
    // An order of an earlier release has a tracking number, but no shipments.
    ...step('shipped', shipments.length === 0 ? reachedAt.shipped : undefined, {
      icon: 'truck',
      title: texts.shipped,
      text: trackingNumber ? `${texts.trackingNumber} ${trackingNumber}` : undefined,
    }),
    ...step('delivered', reachedAt.delivered, { icon: 'delivered', title: texts.delivered }),
    ...step('cancelled', reachedAt.cancelled, { icon: 'cancelled', title: texts.cancelled }),
  ];
}

const shipmentEntry = (
  { id, number, carrier, trackingNumber, trackingUrl, shippedAt }: Order['shipments'][number],
  count: number,
): TimelineEntry => ({
  key: id,
  at: shippedAt,
  kind: 'delivery',
  icon: 'truck',
  title: count === 1 ? texts.shipped : texts.shipment(number),
  text: [carrier, trackingUrl ? texts.trackingNumber : `${texts.trackingNumber} ${trackingNumber}`]
    .filter(Boolean)
    .join(', '),
  ...(trackingUrl && { link: { label: trackingNumber, url: trackingUrl } }),
});

function paymentEntries(order: Order): TimelineEntry[] {
  const { charge, total, refunds } = order;
  const cents = new Map(
    refundsInCents({ totalCents: toCents(total), chargeMinor: charge.amount, refunds }).refunds.map((refund) => [
      refund.id,
      refund.cents,
    ]),
  );
  return [
    ...paidEntry(order),
    ...refunds.map((refund) => refundEntry(refund, charge.currency, toAmount(cents.get(refund.id) ?? 0))),
  ];
}

/** Cash is paid with the delivery; everything else with the order. */
function paidEntry({ paymentMethod, paymentStatus, total, charge, createdAt, reachedAt }: Order): TimelineEntry[] {
  if (paymentStatus === 'pending' || total === 0) return [];
  const base = { key: 'paid', kind: 'payments' as const, icon: 'card' as const };
  if (paymentMethod === 'cod')
    return reachedAt.delivered
      ? [{ ...base, at: reachedAt.delivered, title: texts.paidInCash, text: dollars(total) }]
      : [];
  const text = texts.chargedFor(formatCharge(charge.amount, charge.currency), dollars(total));
  return [{ ...base, at: createdAt, title: texts.paidBy[paymentMethod], text }];
}

/** A failed refund has no share of the total: only its charge is known. */
function refundEntry({ id, amount, status, at }: OrderRefund, currency: string, total: number): TimelineEntry {
  const charge = formatCharge(amount, currency);
  const title = {
    processed: texts.refunded(dollars(total)),
    pending: texts.refunding(dollars(total)),
    failed: texts.refundFailed(charge),
  }[status];
  const text = status === 'failed' ? texts.refundFailedText : texts.refundArrival(charge);
  return { key: id, at, kind: 'payments', icon: 'refund', title, text };
}

/** Newest first, of which the first of each conversation links to it. */
const messageEntries = (messages: OrderMessage[], storeName: string) =>
  messages.map(({ id, conversationId, fromStaff, excerpt, at }): TimelineEntry => {
    const newest = messages.find((message) => message.conversationId === conversationId);
    const link = { label: conversationMessages.open, url: `/account/messages/${conversationId}` };
    return {
      key: id,
      at,
      kind: 'messages',
      icon: 'message',
      title: fromStaff ? conversationMessages.storeReplied(storeName) : conversationMessages.youWrote,
      text: texts.quote(excerpt),
      ...(id === newest?.id && { link }),
    };
  });
