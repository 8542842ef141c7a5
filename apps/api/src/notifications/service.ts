import { type Cents, formatCharge, type Minor } from '@shop/contracts/common/money';
import type { StaffRole } from '@shop/contracts/common/permissions';
import { orderMessages, statusPhrases } from '@shop/contracts/orders/messages';
import type { Order, OrderStatus } from '@shop/contracts/orders/schema';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { conversationMessages } from '@shop/contracts/support/conversation-messages';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { createNotification, newNotification, type Recipient } from './create.ts';
import { insertForRoles } from './queries.ts';

export { notifyGiftExchange, notifyReturn } from './returns.ts';

/** Redis channel to the API processes: ids of users who may have new notifications, comma-separated. */
export const NOTIFICATIONS_CHANNEL = 'crystalline:notifications';

/** One status change of an order, identified by its history row: it is notified once, however often reported. */
type OrderEvent = { historyId: string; userId: string; orderId: string; number: string };
type OrderPlaced = OrderEvent & {
  emailId: string;
  /** For callers that have locked the user. */
  customer: { name: string; email: string };
  items: { name: string; options: string[]; quantity: number; unitPriceCents: Cents }[];
  totalCents: Cents;
  payOnDelivery: boolean;
  shippingAddress: string[];
  shippingMethod: Order['shippingMethod'];
  promise: Order['promise'];
};
export type OrderStatusChange = OrderEvent & {
  status: OrderStatus;
  trackingNumber: string | null;
  refunded: boolean;
  paid: boolean;
  dueCents: Cents | null;
  promise: Order['promise'];
  /** Of the last shipment, if staff entered them. */
  carrier?: string;
  trackingUrl?: string | null;
  /** Without it, the customer gets only the notification in the account. */
  withEmail?: boolean;
};
type PartialShipment = Omit<OrderEvent, 'historyId'> & {
  /** If the shipment changed the status of the order. */
  historyId: string | null;
  shipmentId: string;
  items: { name: string; options: string[]; quantity: number }[];
  carrier: string;
  trackingNumber: string;
  trackingUrl: string | null;
  withEmail: boolean;
};

/** The statements that store the notification and the email, and the jobs that send them. */
export function notifyOrderPlaced({ historyId, emailId, userId, orderId, number, customer, ...order }: OrderPlaced) {
  const notification = {
    userId,
    historyId,
    title: orderMessages.placedTitle,
    message: orderMessages.placedMessage(number),
    link: `/orders/${orderId}`,
  };
  const data = { name: customer.name, orderId, number, ...order };
  const email = { kind: 'order_placed' as const, to: customer.email, userId, orderId, key: historyId, data };
  return newNotification(notification, emailId, email);
}

export async function notifyOrderStatus(
  tx: Db,
  { historyId, userId, orderId, number, withEmail = true, ...change }: OrderStatusChange,
) {
  const notification = {
    userId,
    historyId,
    title: orderMessages.notificationTitle,
    message: orderMessages.statusMessage(number, statusPhrases[change.status]),
    link: `/orders/${orderId}`,
  };
  const emailTo = ({ name, email: to }: Recipient) => {
    const data = { name, orderId, number, carrier: '', trackingUrl: null, ...change };
    return { kind: 'order_status' as const, to, userId, orderId, key: historyId, data };
  };
  await createNotification(tx, notification, withEmail ? emailTo : undefined);
}

/** Units of the order are left. The last shipment is notified as a change of the status. */
export async function notifyPartialShipment(
  tx: Db,
  { historyId, shipmentId, userId, orderId, number, withEmail, ...shipment }: PartialShipment,
) {
  const notification = {
    userId,
    historyId,
    title: orderMessages.notificationTitle,
    message: orderMessages.partlyShippedMessage(number),
    link: `/orders/${orderId}`,
  };
  const emailTo = ({ name, email: to }: Recipient) => {
    const data = { name, orderId, number, ...shipment };
    return { kind: 'order_partly_shipped' as const, to, userId, orderId, key: shipmentId, data };
  };
  await createNotification(tx, notification, withEmail ? emailTo : undefined);
}

type PartialRefund = { userId: string; orderId: string; number: string; amountMinor: Minor; currency: string };

/** Its email is sent when the provider has sent the money. */
export const notifyOrderRefunded = (tx: Db, { userId, orderId, number, amountMinor, currency }: PartialRefund) =>
  createNotification(tx, {
    userId,
    historyId: null,
    title: orderMessages.refundedTitle,
    message: orderMessages.partialRefundMessage(number, formatCharge(amountMinor, currency)),
    link: `/orders/${orderId}`,
  });

type OrphanedPaymentRefund = { refundId: string; userId: string; amountMinor: Minor; currency: string };

/** For a payment without an order, late or duplicate. Call it once, where the refund is stored. */
export async function notifyPaymentRefunded(
  tx: Db,
  { refundId, userId, amountMinor, currency }: OrphanedPaymentRefund,
) {
  const notification = {
    userId,
    historyId: null,
    title: orderMessages.refundedTitle,
    message: orderMessages.refundedMessage(formatCharge(amountMinor, currency)),
    link: '/orders',
  };
  await createNotification(tx, notification, ({ name, email: to }) => ({
    kind: 'payment_refunded',
    to,
    userId,
    key: refundId,
    data: { name, amountMinor, currency },
  }));
}

type RefundNotice = {
  refundId: string;
  userId: string;
  name: string;
  email: string;
  orderId: string | null;
  number: string | null;
  amountMinor: Minor;
  currency: string;
};

/** The provider has sent the money. The notification came with the refund request, so there is only an email. */
export const notifyRefundCompleted = (tx: Db, refund: RefundNotice) => queueRefundEmail(tx, 'refund_completed', refund);

/** The customer has already been notified of the refund. */
export async function notifyRefundFailed(tx: Db, refund: RefundNotice) {
  const { userId, orderId, number, amountMinor, currency } = refund;
  await createNotification(tx, {
    userId,
    historyId: null,
    title: orderMessages.refundFailedTitle,
    message: orderMessages.refundFailedMessage(formatCharge(amountMinor, currency), number),
    link: orderId ? `/orders/${orderId}` : '/orders',
  });
  await queueRefundEmail(tx, 'refund_failed', refund);
}

const queueRefundEmail = (
  tx: Db,
  kind: 'refund_completed' | 'refund_failed',
  { refundId, userId, email, ...data }: RefundNotice,
) => queueEmail(tx, { kind, to: email, userId, orderId: data.orderId ?? undefined, key: refundId, data });

type ConversationReply = { userId: string; conversationId: string; number: string };

/** Support has replied. The email is up to the caller, which has the text. */
export const notifyConversationReply = (tx: Db, { userId, conversationId, number }: ConversationReply) =>
  createNotification(tx, {
    userId,
    type: 'other',
    historyId: null,
    title: conversationMessages.notificationTitle,
    message: conversationMessages.notification(number),
    link: `/account/messages/${conversationId}`,
  });

type ReviewReply = { reviewId: string; userId: string; product: string; slug: string; reply: string };

/** One email for each review, however often the reply is edited. */
export async function notifyReviewReply(tx: Db, { reviewId, userId, product, slug, reply }: ReviewReply) {
  const path = `/product/${slug}#reviews`;
  const notification = {
    userId,
    historyId: null,
    type: 'other' as const,
    title: reviewMessages.replyTitle,
    message: reviewMessages.replyMessage(product),
    link: path,
  };
  await createNotification(tx, notification, ({ name, email: to }) => ({
    kind: 'review_reply',
    to,
    userId,
    key: reviewId,
    data: { name, product, reply, path },
  }));
}

type Announcement = { title: string; message: string; link: string };

/** Returns the notified staff members. */
export async function notifyRoles(tx: Db, roles: readonly StaffRole[], announcement: Announcement) {
  const staff = await tx.run(insertForRoles(roles, announcement));
  if (staff.length > 0) await enqueue(tx, 'publish_notifications', { userIds: staff.map(({ id }) => id) });
  return staff;
}
