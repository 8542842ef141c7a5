import { charged } from '@shop/contracts/money';
import type { OrderStatus } from '@shop/contracts/orders';
import { orderMessages, statusPhrases } from '@shop/contracts/orders-texts';
import type { StaffRole } from '@shop/contracts/permissions';
import type { Db } from '#db.ts';
import { queueMail } from '#mail/service.ts';
import { enqueue } from '#platform/queue.ts';
import { insertForRoles, insertNotification } from './queries.ts';

/** Where API processes hear who may have news: ids of people, with commas. */
export const NEWS_CHANNEL = 'crystalline:news';

/** Open pages learn of it once the transaction is kept, whichever process it runs in: the worker announces it. */
async function tell(tx: Db, notification: Parameters<typeof insertNotification>[1]) {
  const person = await insertNotification(tx, notification);
  if (person) await enqueue(tx, 'announce_news', { userIds: [notification.userId] });
  return person;
}

/** One step of an order. Its history row names it: a step is told once, however often it is reported. */
type OrderStep = { historyId: string; userId: string; orderId: string; number: string };
type Placed = OrderStep & { items: { name: string; quantity: number }[]; totalCents: number; payOnDelivery: boolean };
type Moved = OrderStep & {
  status: OrderStatus;
  trackingNumber: string | null;
  refunded: boolean;
  paid: boolean;
  dueCents: number | null;
};

export async function notifyOrderPlaced(tx: Db, { historyId, userId, orderId, number, ...order }: Placed) {
  const buyer = await tell(tx, {
    userId,
    historyId,
    title: orderMessages.placedTitle,
    message: orderMessages.placedMessage(number),
    link: `/orders/${orderId}`,
  });
  if (!buyer) return;
  const data = { name: buyer.name, orderId, number, ...order };
  await queueMail(tx, { kind: 'order_placed', to: buyer.email, userId, orderId, key: historyId, data });
}

export async function notifyOrderStatus(tx: Db, { historyId, userId, orderId, number, ...step }: Moved) {
  const buyer = await tell(tx, {
    userId,
    historyId,
    title: orderMessages.notificationTitle,
    message: orderMessages.statusMessage(number, statusPhrases[step.status]),
    link: `/orders/${orderId}`,
  });
  if (!buyer) return;
  const data = { name: buyer.name, orderId, number, ...step };
  await queueMail(tx, { kind: 'order_status', to: buyer.email, userId, orderId, key: historyId, data });
}

type PartBack = { userId: string; orderId: string; number: string; amountMinor: number; currency: string };

/** The mail about it goes out when the money does. */
export const notifyOrderRefunded = (tx: Db, { userId, orderId, number, amountMinor, currency }: PartBack) =>
  tell(tx, {
    userId,
    historyId: null,
    title: orderMessages.refundedTitle,
    message: orderMessages.partRefundedMessage(number, charged(amountMinor, currency)),
    link: `/orders/${orderId}`,
  });

type GivenBack = { refundId: string; userId: string; amountMinor: number; currency: string };

/** For money that came too late, or twice, and became no order. Call it once, where the refund is written. */
export async function notifyPaymentRefunded(tx: Db, { refundId, userId, amountMinor, currency }: GivenBack) {
  const payer = await tell(tx, {
    userId,
    historyId: null,
    title: orderMessages.refundedTitle,
    message: orderMessages.refundedMessage(charged(amountMinor, currency)),
    link: '/orders',
  });
  if (!payer) return;
  const data = { name: payer.name, amountMinor, currency };
  await queueMail(tx, { kind: 'payment_refunded', to: payer.email, userId, key: refundId, data });
}

type PayersRefund = {
  refundId: string;
  userId: string;
  name: string;
  email: string;
  orderId: string | null;
  number: string | null;
  amountMinor: number;
  currency: string;
};

/** The provider has sent the money. It was announced when it was asked for, so there is only a mail. */
export const notifyRefundCompleted = (tx: Db, refund: PayersRefund) => mailAboutRefund(tx, 'refund_done', refund);

/** The payer was told before that the money is coming. */
export async function notifyRefundFailed(tx: Db, refund: PayersRefund) {
  const { userId, orderId, number, amountMinor, currency } = refund;
  await tell(tx, {
    userId,
    historyId: null,
    title: orderMessages.refundFailedTitle,
    message: orderMessages.refundFailedMessage(charged(amountMinor, currency), number),
    link: orderId ? `/orders/${orderId}` : '/orders',
  });
  await mailAboutRefund(tx, 'refund_failed', refund);
}

const mailAboutRefund = (
  tx: Db,
  kind: 'refund_done' | 'refund_failed',
  { refundId, userId, email, ...data }: PayersRefund,
) => queueMail(tx, { kind, to: email, userId, orderId: data.orderId ?? undefined, key: refundId, data });

type Announcement = { title: string; message: string; link: string };

/** Gives back whom it told. */
export async function notifyRoles(tx: Db, roles: readonly StaffRole[], announcement: Announcement) {
  const staff = await insertForRoles(tx, roles, announcement);
  if (staff.length > 0) await enqueue(tx, 'announce_news', { userIds: staff.map(({ id }) => id) });
  return staff;
}
