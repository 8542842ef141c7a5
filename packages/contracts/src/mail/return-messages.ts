import { checkoutMessages } from '../checkout/messages.ts';
import { orderMessages } from '../orders/messages.ts';
import type { ReturnOutcome } from '../returns/constants.ts';
import { giftExchangeMessages } from '../returns/gift-messages.ts';
import { returnMessages } from '../returns/messages.ts';

const returned = (store: string) =>
  `You’re receiving this email because you requested a return at ${store}. You can turn off order emails in your account settings.`;

export type ReturnEvent = keyof typeof returnMessages.notifications;

type ReturnUpdate = {
  event: ReturnEvent;
  number: string;
  items: string[];
  /** The last day to send the items, or on which the exchange is reserved. Null where neither matters. */
  until: string | null;
  /** Postal address of the store, empty if it has none. */
  address: string[];
  /** Words of a staff member: instructions, or why the return was declined. */
  note: string;
  /** The refund, formatted. */
  amount: string | null;
  tracking: { carrier: string; trackingNumber: string; trackingUrl: string | null } | null;
  /** What the items were sent back for. */
  outcomes: ReturnOutcome[];
};

type GiftExchange = Omit<ReturnUpdate, 'amount' | 'event'> & { event: GiftEvent };
/** The recipient of a gift is notified of no refund, which is the customer's, but when the customer cancels. */
export type GiftEvent = Exclude<ReturnEvent, 'refunded'> | 'cancelled';

const headings: Record<ReturnEvent, string> = {
  requested: 'We received your return request',
  authorized: 'Your return is authorized',
  declined: 'We couldn’t accept your return',
  expired: 'Your return has expired',
  received: 'We received your return',
  refunded: 'We’re refunding your return',
  exchange_shipped: 'Your exchange is on its way',
};

const CHECK_AND_SHIP = 'We check your items and ship the new size.';

/** Only what was asked for is promised. */
function afterReceipt(outcomes: ReturnOutcome[]) {
  const isRefunded = outcomes.includes('refund');
  if (!outcomes.includes('exchange')) return 'We check your items and refund you within 3 business days.';
  return isRefunded ? `${CHECK_AND_SHIP} Your refund follows within 3 business days of our check.` : CHECK_AND_SHIP;
}

type Details = Omit<ReturnUpdate, 'event'>;

/** An item that is refunded, because its new size is out of stock, is listed without one. */
const afterGiftReceipt = (outcomes: ReturnOutcome[]) => [
  ...(outcomes.includes('exchange') ? [CHECK_AND_SHIP] : []),
  ...(outcomes.includes('refund') ? [giftExchangeMessages.soldOutMeanwhile] : []),
];

const bodies: Record<ReturnEvent, (details: Details) => string[]> = {
  requested: ({ items, until }) => [
    ...items,
    ...(until ? [`The new size is reserved for you until ${until}.`] : []),
    'Please wait for our next email before you send anything: it has the address.',
  ],
  authorized: ({ items, until, address, note }) => [
    ...items,
    ...(until ? [returnMessages.sendBy(until)] : []),
    ...(address.length > 0 ? [`Send your return to: ${address.join(', ')}`] : []),
    ...(note ? [note] : []),
    'Please put your order number in the package.',
  ],
  declined: ({ note }) => [note, 'If you have questions, reply through Contact on our website.'],
  expired: ({ items }) => [...items, 'It didn’t reach us in time, so we closed it. If you sent it, please contact us.'],
  received: ({ items, outcomes }) => [...items, afterReceipt(outcomes)],
  refunded: ({ amount }) => [`We’ll pay you ${amount ?? ''}. We contact you about how.`],
  exchange_shipped: ({ items, tracking }) => [
    ...items,
    ...(tracking?.carrier ? [`${orderMessages.carrier}: ${tracking.carrier}`] : []),
    ...(tracking ? [`${orderMessages.trackingNumber}: ${tracking.trackingNumber}`] : []),
    ...(tracking?.trackingUrl ? [`${orderMessages.trackShipment}: ${tracking.trackingUrl}`] : []),
  ],
};

const exchanged = (store: string) =>
  `You’re receiving this email because this address was entered to exchange a gift from ${store}. It’s used for nothing else.`;

const giftHeadings: Record<GiftEvent, string> = {
  requested: 'We received your exchange request',
  authorized: 'Your exchange is authorized',
  declined: 'We couldn’t accept your exchange',
  cancelled: 'Your exchange was cancelled',
  expired: 'Your exchange has expired',
  received: 'We received your items',
  exchange_shipped: 'Your exchange is on its way',
};

const giftBodies: Record<GiftEvent, (details: Details) => string[]> = {
  ...bodies,
  received: ({ items, outcomes }) => [...items, ...afterGiftReceipt(outcomes)],
  cancelled: ({ items }) => [...items, giftExchangeMessages.cancelled, 'Please don’t send anything back.'],
};

export const returnEmailTexts = (store: string) => ({
  gift_exchange: (update: GiftExchange) => ({
    subject: giftHeadings[update.event],
    preview: giftHeadings[update.event],
    heading: giftHeadings[update.event],
    paragraphs: [...giftBodies[update.event]({ ...update, amount: null }), orderMessages.orderOf(update.number)],
    button: 'View exchange',
    reason: exchanged(store),
  }),

  return_update: (update: ReturnUpdate) => {
    const summary = returnMessages.notifications[update.event](update.number);
    return {
      subject: `${headings[update.event]}: order #${update.number}`,
      preview: summary,
      heading: headings[update.event],
      paragraphs: [summary, ...bodies[update.event](update)],
      button: checkoutMessages.viewOrder,
      reason: returned(store),
    };
  },
});
