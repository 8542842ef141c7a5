import { checkoutMessages } from '../checkout/messages.ts';
import { type Cents, dollars, toAmount } from '../common/money.ts';
import { orderMessages, REFUND_DAYS, statusPhrases } from '../orders/messages.ts';
import { reviewMessages } from '../reviews/messages.ts';

const ordered = (store: string) =>
  `You’re receiving this email because you placed an order at ${store}. You can turn off order emails in your account settings.`;
const REFUND_ARRIVAL = `It usually takes ${REFUND_DAYS} to arrive, depending on your bank.`;
const PAID = 'We’ve received your payment.';

type ShippedItem = {
  name: string;
  /** Option values in the order of the product's options. */
  options: string[];
  quantity: number;
};
type PlacedOrder = {
  number: string;
  totalCents: Cents;
  payOnDelivery: boolean;
  /** Empty if the recipient may not be the customer. */
  firstName: string;
};

const lineText = ({ name, options, quantity }: ShippedItem) => `${quantity} × ${[name, ...options].join(', ')}`;

type OrderStep = {
  number: string;
  status: keyof typeof statusPhrases;
  trackingNumber: string | null;
  refunded: boolean;
  paid: boolean;
  /** The amount due on delivery. */
  dueCents: Cents | null;
  /** 'Promised for Nov 19–24' */
  arrival?: string | null;
} & Partial<Pick<Parcel, 'carrier' | 'trackingUrl'>>;

type Parcel = { carrier: string; trackingNumber: string; trackingUrl: string | null };
type PartialShipment = Parcel & { number: string; items: ShippedItem[] };

const parcelTexts = ({ carrier, trackingNumber, trackingUrl }: Parcel) => [
  ...(carrier ? [`${orderMessages.carrier}: ${carrier}`] : []),
  `${orderMessages.trackingNumber}: ${trackingNumber}`,
  ...(trackingUrl ? [`${orderMessages.trackShipment}: ${trackingUrl}`] : []),
];

/** Emails to customers about their orders, payments and refunds. */
export const orderEmailTexts = (store: string) => ({
  /** The items, amounts and address of the order are below its button. */
  order_placed: ({ number, totalCents, payOnDelivery, firstName }: PlacedOrder) => ({
    subject: `Your order #${number} has been placed`,
    preview: 'Thank you. We’re getting it ready.',
    heading: firstName ? `Thank you, ${firstName}` : 'Thank you for your order',
    paragraphs: [
      `${orderMessages.placedMessage(number)} We’re getting it ready.`,
      ...(totalCents > 0 ? [payOnDelivery ? checkoutMessages.payOnDelivery(dollars(toAmount(totalCents))) : PAID] : []),
      'We’ll email you when it ships.',
    ],
    button: checkoutMessages.viewOrder,
    reason: ordered(store),
  }),
  order_status: ({
    number,
    status,
    trackingNumber,
    carrier,
    trackingUrl,
    refunded,
    paid,
    dueCents,
    arrival,
  }: OrderStep) => ({
    subject: `Your order #${number} ${statusPhrases[status]}`,
    preview: orderMessages.statusMessage(number, statusPhrases[status]),
    heading: `Your order ${statusPhrases[status]}`,
    paragraphs: [
      orderMessages.statusMessage(number, statusPhrases[status]),
      ...(status === 'shipped' && trackingNumber
        ? parcelTexts({ carrier: carrier ?? '', trackingNumber, trackingUrl: trackingUrl ?? null })
        : []),
      ...(status === 'shipped' && arrival ? [`${arrival}.`] : []),
      ...(paid ? [PAID] : []),
      ...(dueCents === null ? [] : [`${orderMessages.dueOnDelivery}: ${dollars(toAmount(dueCents))}`]),
      ...(refunded ? [`We’re refunding your payment. ${REFUND_ARRIVAL}`] : []),
    ],
    button: checkoutMessages.viewOrder,
    reason: ordered(store),
  }),
  order_partly_shipped: ({ number, items, ...parcel }: PartialShipment) => ({
    subject: `Part of your order #${number} is on its way`,
    preview: 'We’ll email you when the rest ships.',
    heading: 'Part of your order is on its way',
    paragraphs: [
      orderMessages.partlyShippedMessage(number),
      ...items.map(lineText),
      ...parcelTexts(parcel),
      'We’ll email you when the rest ships.',
    ],
    button: checkoutMessages.viewOrder,
    reason: ordered(store),
  }),
  payment_refunded: (amount: string) => ({
    subject: 'We’re refunding your payment',
    preview: `We couldn’t turn your payment of ${amount} into an order.`,
    heading: 'We’re refunding your payment',
    paragraphs: [
      orderMessages.refundedMessage(amount),
      `This can happen when a payment arrives late or twice, or when an item sells out in the meantime. ${REFUND_ARRIVAL}`,
    ],
    button: 'View your orders',
    reason: ordered(store),
  }),
  refund_completed: (amount: string, number: string | null) => ({
    subject: `Your refund of ${amount} is on its way`,
    preview: REFUND_ARRIVAL,
    heading: 'Your refund is on its way',
    paragraphs: [
      number ? `We’ve refunded ${amount} for your order #${number}.` : `We’ve refunded your payment of ${amount}.`,
      `The refund goes to your original payment method. ${REFUND_ARRIVAL}`,
    ],
    button: number ? checkoutMessages.viewOrder : 'View your orders',
    reason: ordered(store),
  }),
  refund_failed: (amount: string, number: string | null) => ({
    subject: `Your refund of ${amount} is delayed`,
    preview: 'You don’t need to do anything.',
    heading: 'Your refund is delayed',
    paragraphs: [
      orderMessages.refundFailedMessage(amount, number),
      'You don’t need to do anything. If we need other details to refund you, we’ll contact you.',
    ],
    button: number ? checkoutMessages.viewOrder : 'View your orders',
    reason: ordered(store),
  }),
  review_invitation: (productNames: string[]) => ({
    subject: 'How do you like your order?',
    preview: 'Your review helps other customers choose.',
    heading: 'How do you like your order?',
    paragraphs: [
      'You’ve had a few days with your order, and we’d love to know what you think. Your review helps other customers choose.',
      ...productNames,
      'We only ask once per order.',
    ],
    button: reviewMessages.write,
    reason: ordered(store),
  }),
  review_reply: ({ product, reply }: { product: string; reply: string }) => ({
    subject: `We replied to your review of ${product}`,
    preview: 'Thank you for your review.',
    heading: 'We replied to your review',
    paragraphs: [`Thank you for your review of ${product}. This is our reply:`, reply],
    button: 'View your review',
    reason: ordered(store),
  }),
});
