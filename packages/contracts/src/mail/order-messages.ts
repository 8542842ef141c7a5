import { checkoutMessages } from '../checkout/messages.ts';
import { dollars, toAmount } from '../common/money.ts';
import { orderMessages, statusPhrases } from '../orders/messages.ts';
import { reviewMessages } from '../reviews/messages.ts';

const ORDERED =
  'You receive this email because you ordered at Crystalline. In your account settings you can turn these emails off.';
const MONEY_BACK = 'Depending on your bank, it takes five to seven working days to arrive.';
const PAID = 'We have received your payment.';

type PlacedOrder = {
  number: string;
  items: { name: string; quantity: number }[];
  totalCents: number;
  payOnDelivery: boolean;
};
type OrderStep = {
  number: string;
  status: keyof typeof statusPhrases;
  trackingNumber: string | null;
  refunded: boolean;
  paid: boolean;
  /** What is still to be paid in cash. */
  dueCents: number | null;
};

/** What a buyer hears of an order, from its placing to a word about its pieces. */
export const orderEmailTexts = {
  order_placed: ({ number, items, totalCents, payOnDelivery }: PlacedOrder) => ({
    subject: `Your order #${number} has been placed`,
    preview: 'Thank you. We are getting it ready.',
    heading: 'Thank you for your order',
    paragraphs: [
      `${orderMessages.placedMessage(number)} We are getting it ready.`,
      ...items.map(({ name, quantity }) => `${quantity} × ${name}`),
      `${orderMessages.total}: ${dollars(toAmount(totalCents))}`,
      ...(totalCents > 0 ? [payOnDelivery ? checkoutMessages.payOnDelivery(dollars(toAmount(totalCents))) : PAID] : []),
      'We write to you again when it is on its way.',
    ],
    button: checkoutMessages.viewOrder,
    reason: ORDERED,
  }),
  order_status: ({ number, status, trackingNumber, refunded, paid, dueCents }: OrderStep) => ({
    subject: `Your order #${number} ${statusPhrases[status]}`,
    preview: orderMessages.statusMessage(number, statusPhrases[status]),
    heading: `Your order ${statusPhrases[status]}`,
    paragraphs: [
      orderMessages.statusMessage(number, statusPhrases[status]),
      ...(status === 'shipped' && trackingNumber ? [`${orderMessages.trackingNumber}: ${trackingNumber}`] : []),
      ...(paid ? [PAID] : []),
      ...(dueCents === null ? [] : [`${orderMessages.dueOnDelivery}: ${dollars(toAmount(dueCents))}`]),
      ...(refunded ? [`We are sending your money back. ${MONEY_BACK}`] : []),
    ],
    button: checkoutMessages.viewOrder,
    reason: ORDERED,
  }),
  payment_refunded: (amount: string) => ({
    subject: 'We are sending your money back',
    preview: `Your payment of ${amount} became no order.`,
    heading: 'We are sending your money back',
    paragraphs: [
      orderMessages.refundedMessage(amount),
      `It came too late, or twice, or the last piece was sold meanwhile. ${MONEY_BACK}`,
    ],
    button: 'View your orders',
    reason: ORDERED,
  }),
  refund_completed: (amount: string, number: string | null) => ({
    subject: `Your refund of ${amount} is on its way`,
    preview: MONEY_BACK,
    heading: 'Your money is on its way',
    paragraphs: [
      number ? `We have refunded ${amount} of your order #${number}.` : `We have refunded your payment of ${amount}.`,
      `It goes back the way you paid. ${MONEY_BACK}`,
    ],
    button: number ? checkoutMessages.viewOrder : 'View your orders',
    reason: ORDERED,
  }),
  refund_failed: (amount: string, number: string | null) => ({
    subject: `Your refund of ${amount} is delayed`,
    preview: 'You don’t need to do anything.',
    heading: 'Your refund is delayed',
    paragraphs: [
      orderMessages.refundFailedMessage(amount, number),
      'You don’t need to do anything. If we need other details to pay you back, we’ll contact you.',
    ],
    button: number ? checkoutMessages.viewOrder : 'View your orders',
    reason: ORDERED,
  }),
  review_invitation: (productNames: string[]) => ({
    subject: 'How do you like it?',
    preview: 'A few words from you help others to choose.',
    heading: 'How do you like it?',
    paragraphs: [
      'Your order has been with you for some days. A few words from you help others to choose.',
      ...productNames,
      'We write to you about this order only once.',
    ],
    button: reviewMessages.write,
    reason: ORDERED,
  }),
};
