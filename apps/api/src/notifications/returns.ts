import type { GiftEvent, ReturnEvent } from '@shop/contracts/mail/return-messages';
import type { ReturnOutcome } from '@shop/contracts/returns/constants';
import { giftExchangeMessages } from '@shop/contracts/returns/gift-messages';
import { returnMessages } from '@shop/contracts/returns/messages';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { createNotification } from './create.ts';

type ReturnUpdate = {
  returnId: string;
  userId: string;
  orderId: string;
  number: string;
  event: ReturnEvent;
  items: string[];
  until?: string | null;
  address?: string[];
  note?: string;
  amount?: string | null;
  outcomes?: ReturnOutcome[];
  tracking?: { carrier: string; trackingNumber: string; trackingUrl: string | null } | null;
  /** The recipient of a gift requested it: gets all emails but that of a refund, which is the customer's. */
  recipientEmail?: string | null;
};

type GiftUpdate = Omit<ReturnUpdate, 'event' | 'amount' | 'recipientEmail'> & { event: GiftEvent };

/** One step of a return. Each happens once, so that its email has the step as its key. */
export async function notifyReturn(tx: Db, { recipientEmail, ...update }: ReturnUpdate) {
  const { returnId, userId, orderId, event, ...details } = update;
  if (recipientEmail && event !== 'refunded') {
    const { amount: _amount, ...gift } = update;
    return notifyGiftExchange(tx, recipientEmail, { ...gift, event });
  }
  const message = returnMessages.notifications[event](update.number);
  await notifyCustomer(tx, update, message, ({ name, email: to }) => {
    const data = { name, orderId, event, ...EMPTY, amount: null, outcomes: ['refund' as const], ...details };
    return { kind: 'return_update', to, userId, orderId, key: `${returnId}:${event}`, data };
  });
}

/** To the recipient. The customer who bought the gift is notified of the request, without an email. */
export async function notifyGiftExchange(tx: Db, to: string, update: GiftUpdate) {
  const { returnId, userId: _userId, orderId, event, ...details } = update;
  const data = { orderId, event, ...EMPTY, outcomes: ['exchange' as const], ...details };
  // As often as the link is used; the steps of staff are sent in any case.
  const follows = event === 'cancelled' || event === 'expired' ? `${returnId}:requested` : undefined;
  await queueEmail(tx, { kind: 'gift_exchange', to, orderId, key: `${returnId}:${event}`, follows, data });
  if (event === 'requested') await notifyCustomer(tx, update, giftExchangeMessages.requestedByRecipient(update.number));
}

const EMPTY = { until: null, address: [], note: '', tracking: null };

const notifyCustomer = (
  tx: Db,
  { userId, orderId }: Pick<ReturnUpdate, 'userId' | 'orderId'>,
  message: string,
  emailTo?: Parameters<typeof createNotification>[2],
) =>
  createNotification(
    tx,
    { userId, historyId: null, title: returnMessages.notificationTitle, message, link: `/orders/${orderId}` },
    emailTo,
  );
