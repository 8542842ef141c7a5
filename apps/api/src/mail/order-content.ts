import { shippingMethodLabels } from '@shop/contracts/cart/messages';
import { paymentMethodLabels } from '@shop/contracts/checkout/messages';
import { dayIn, formatDate } from '@shop/contracts/common/days';
import { isOwnImage, mediaAt } from '@shop/contracts/common/media';
import { type Cents, dollars, times, toAmount, toPercent } from '@shop/contracts/common/money';
import { orderDetailTexts as texts } from '@shop/contracts/mail/order-detail-messages';
import { CANCELLABLE } from '@shop/contracts/orders/constants';
import { explainTotal } from '@shop/contracts/orders/explain-total';
import { giftMessages } from '@shop/contracts/orders/gift-messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import { refundsInCents } from '@shop/contracts/orders/refund-summary';
import { summaryMessages } from '@shop/contracts/orders/summary-messages';
import { deliveryMessages } from '@shop/contracts/settings/delivery-messages';
import type { EmailedOrder } from './order-queries.ts';
import type { EmailMessage } from './rules.ts';

/** The order in an email: what was bought, what it costs, where it goes, and what can still be done. */
export type OrderDetails = {
  /** The promised delivery; null if the order has none. */
  arrival: { heading: string; detail: string } | null;
  items: OrderedItem[];
  /** Empty: the email shows no amounts. */
  amounts: ShownAmount[];
  address: string[];
  rules: string | null;
};
/** `note` is empty if there is nothing to explain. */
type ShownAmount = { key: string; label: string; note: string; amount: string; isTotal?: boolean };
export type OrderedItem = {
  name: string;
  /** 'Ring size: US 7' */
  options: string[];
  quantity: number;
  unitPrice: string;
  amount: string;
  /** Path of our own image server: an image of another site would report the reading of the email to it. */
  imagePath: string | null;
};

/** Emails whose subject is money; the others show it in the order confirmation alone. */
const SHOWS_AMOUNTS: EmailMessage['kind'][] = ['order_placed', 'refund_completed', 'refund_failed'];

/** Emails about the whole order. That of a partial shipment has its own items. */
export const isAboutWholeOrder = ({ kind }: EmailMessage) => WHOLE_ORDER.includes(kind);
const WHOLE_ORDER: EmailMessage['kind'][] = ['order_placed', 'order_status', 'refund_completed', 'refund_failed'];

/** The email with the order below its button. The confirmation previews what was bought instead of its subject. */
export function withOrder<Content extends { preview: string }>(
  content: Content,
  message: EmailMessage,
  order: EmailedOrder,
  isConfirmed: boolean,
) {
  const details = orderDetailsOf(message, order, isConfirmed);
  const preview = message.kind === 'order_placed' ? previewOf(order, details) : content.preview;
  return { ...content, preview, order: details };
}

/** `isConfirmed`: whether the recipient is the customer. Anyone else sees no address. */
function orderDetailsOf(message: EmailMessage, order: EmailedOrder, isConfirmed: boolean): OrderDetails {
  const items = order.lines.map(itemOf);
  const showsAmounts = SHOWS_AMOUNTS.includes(message.kind) || order.status === 'cancelled';
  return {
    arrival: arrivalOf(message, order, isConfirmed),
    items,
    amounts: showsAmounts ? amountsOf(order) : [],
    address:
      isConfirmed && order.status !== 'cancelled'
        ? [...addressOf(order.shippingAddress), ...(order.isGift ? [giftMessages.inEmail] : [])]
        : [],
    rules: rulesOf(order),
  };
}

/** Said in the confirmation; later emails name the promise in their text. */
function arrivalOf(message: EmailMessage, order: EmailedOrder, isConfirmed: boolean) {
  if (message.kind !== 'order_placed' || !message.data.promise) return null;
  const { shippingMethod, shippingAddress, timeZone } = order;
  const method = shippingMethodLabels[shippingMethod];
  return {
    heading: deliveryMessages.arrives(message.data.promise, dayIn(new Date(), timeZone)),
    detail: isConfirmed ? summaryMessages.shippingTo(method, shippingAddress.country) : method,
  };
}

function previewOf({ lines, totalCents }: EmailedOrder, { arrival }: OrderDetails) {
  const items = summaryMessages.items(lines.reduce((sum, { quantity }) => sum + quantity, 0));
  return arrival
    ? texts.previewWithArrival(arrival.heading, items, money(totalCents))
    : texts.preview(items, money(totalCents));
}

const money = (cents: Cents) => dollars(toAmount(cents));

const itemOf = ({ name, options, image, unitPriceCents, quantity }: EmailedOrder['lines'][number]): OrderedItem => ({
  name,
  options: Object.entries(options).map(([option, value]) => `${option}: ${value}`),
  quantity,
  unitPrice: money(unitPriceCents),
  amount: money(times(unitPriceCents, quantity)),
  imagePath: image && isOwnImage(image) ? mediaAt(image, 160) : null,
});

function amountsOf(order: EmailedOrder): ShownAmount[] {
  const explained = explainTotal({
    items: order.lines.map(({ unitPriceCents, quantity }) => ({ price: toAmount(unitPriceCents), quantity })),
    subtotal: toAmount(order.subtotalCents),
    tax: toAmount(order.taxCents),
    shipping: toAmount(order.shippingCents),
    discount: toAmount(order.discountCents),
    total: toAmount(order.totalCents),
    discountCode: order.discountCode,
    shippingMethod: order.shippingMethod,
    paymentMethod: order.paymentMethod,
    charge: { amount: order.chargeMinor, currency: order.chargeCurrency },
    terms: {
      taxPercent: toPercent(order.taxBp),
      discountPercent: toPercent(order.discountBp),
      chargeRate: order.chargeRate,
    },
  });
  const method = paymentMethodLabels[order.paymentMethod];
  return [
    ...explained.map(({ part, label, arithmetic, amount }) => ({
      key: part,
      label,
      note: part === 'total' ? '' : [arithmetic, part === 'charge' && method].filter(Boolean).join(', '),
      amount,
      isTotal: part === 'total',
    })),
    ...refundedAmounts(order),
  ];
}

function refundedAmounts({ totalCents, chargeMinor, refunds, timeZone }: EmailedOrder): ShownAmount[] {
  const converted = refundsInCents({ totalCents, chargeMinor, refunds });
  if (converted.refunds.length === 0) return [];
  return [
    ...converted.refunds.map(({ id, status, at, cents }) => ({
      key: id,
      label:
        status === 'pending'
          ? summaryMessages.refundInProgress
          : summaryMessages.refundedOn(formatDate(new Date(at), timeZone)),
      note: '',
      amount: `-${money(cents)}`,
    })),
    { key: 'paid', label: summaryMessages.paidAfterRefund, note: '', amount: money(converted.paidAfterCents) },
  ];
}

const addressOf = ({ name, line1, line2, city, state, postalCode, country }: EmailedOrder['shippingAddress']) =>
  [name, line1, line2, `${city}, ${state} ${postalCode}`, country].flatMap((line) => line || []);

/** A store that takes nothing back has 0 days of return. */
function rulesOf({ status, returnDays }: EmailedOrder) {
  if (status === 'cancelled') return null;
  const { cancellable, cancellableAndReturnable, returnable } = texts.rules;
  if (!CANCELLABLE.includes(status)) return returnDays > 0 ? returnable(returnDays) : null;
  return returnDays > 0 ? cancellableAndReturnable(returnDays) : cancellable;
}

/** '2 × $92.00', or nothing for one unit. */
export const unitsText = ({ quantity, unitPrice }: OrderedItem) =>
  quantity > 1 ? orderMessages.unitTimes(quantity, unitPrice) : '';
