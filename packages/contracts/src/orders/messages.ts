import type { PAYMENT_METHODS } from '../checkout/constants.ts';

/** The steps of the order progress, in order. A cancelled order has none. */
export const ORDER_STEPS = [
  { status: 'pending', label: 'Order Placed' },
  { status: 'processing', label: 'Processing' },
  { status: 'shipped', label: 'Shipped' },
  { status: 'delivered', label: 'Delivered' },
] as const;

export const statusLabels = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
} as const;
export const refundMethodLabels = {
  provider: 'Payment provider',
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
  other: 'Other',
} as const;

export const paymentStatusLabels = { pending: 'Pending', paid: 'Paid', refunded: 'Refunded' } as const;

/** The fields that determine the payment label. */
export type OrderPayment = {
  status: keyof typeof statusLabels;
  paymentMethod: string;
  paymentStatus: keyof typeof paymentStatusLabels;
  partiallyRefunded?: boolean;
};

/** A full refund has a payment status of its own; a failed refund returned no money. */
export const isPartiallyRefunded = (order: Pick<OrderPayment, 'paymentStatus'> & { refunds: { status: string }[] }) =>
  order.paymentStatus === 'paid' && order.refunds.some(({ status }) => status !== 'failed');

const isUnpaidCash = ({ paymentMethod, paymentStatus }: OrderPayment) =>
  paymentMethod === 'cod' && paymentStatus === 'pending';

/** Cash is due until it is paid, and no longer once the order is cancelled. */
export const isDueOnDelivery = (order: OrderPayment) => isUnpaidCash(order) && order.status !== 'cancelled';

export function paymentLabel(order: OrderPayment) {
  if (isDueOnDelivery(order)) return orderMessages.dueOnDelivery;
  if (order.partiallyRefunded) return orderMessages.partiallyRefunded;
  return isUnpaidCash(order) ? orderMessages.notCharged : paymentStatusLabels[order.paymentStatus];
}

/** From the refund to the money, depending on the customer's bank. */
export const REFUND_DAYS = '5 to 7 business days';

/** Completes "Your order #1a2b3c4d …" in notifications and emails. */
export const statusPhrases = {
  pending: 'is pending again',
  processing: 'is now being processed',
  shipped: 'has been shipped',
  delivered: 'has been delivered',
  cancelled: 'has been cancelled',
} as const;

/** How the customer paid; cash is paid back by other means. */
const REFUNDED_TO = {
  card: 'your card',
  upi: 'your UPI account',
  wallet: 'your wallet',
  netbanking: 'your bank account',
  cod: 'you',
} as const satisfies Record<(typeof PAYMENT_METHODS)[number], string>;

export const orderMessages = {
  title: 'Orders',
  heading: 'Your orders',
  none: 'No orders yet',
  noneText: 'When you place an order, you can follow it here.',
  startShopping: 'Start shopping',
  newest: 'Back to newest orders',
  orderOf: (number: string) => `Order #${number}`,
  placedOn: (day: string) => `Placed on ${day}`,
  view: 'View order',
  more: (count: number) => `+${count} more`,
  showOlder: 'Show older orders',
  payment: 'Payment status',
  paymentMethod: 'Payment method',
  shippingAddress: 'Shipping address',
  trackingNumber: 'Tracking number',
  carrier: 'Carrier',
  trackShipment: 'Track shipment',
  charged: 'Charged',
  dueOnDelivery: 'Due on delivery',
  /** A cash order that was cancelled before anyone paid. */
  notCharged: 'Not charged',
  buyAgain: 'Buy again',
  buyingAgain: 'Adding...',
  buyAgainDone: 'Items added to your cart.',
  buyAgainPartly: 'Some items are no longer available. We added the rest to your cart.',
  buyAgainNone: 'These items are no longer available.',
  buyAgainFailed: 'We couldn’t add the items to your cart. Please try again.',
  invoice: 'Invoice',
  invoiceOf: (number: string) => `Invoice for order #${number}`,
  print: 'Print',
  item: 'Item',
  unitPrice: 'Price',
  units: 'Quantity',
  lineTotal: 'Amount',
  backToOrder: 'Back to order',
  cancel: 'Cancel order',
  confirmCancel: 'Are you sure you want to cancel this order?',
  cancelRefund: (amount: string, method: keyof typeof REFUNDED_TO) =>
    `We’ll refund ${amount} to ${REFUNDED_TO[method]}. It usually takes ${REFUND_DAYS} to arrive.`,
  cancelRefundsNothing: 'You haven’t been charged for this order, so there is nothing to refund.',
  cancelRefunded: 'Your payment has already been refunded.',
  confirmCancelYes: 'Cancel this order',
  dismissCancel: 'Keep order',
  cancelling: 'Cancelling...',
  cancelDone: 'Your order has been cancelled.',
  tooLateToCancel: 'Failed to cancel order. It may be too late to cancel.',
  cancelFailed: 'An error occurred while trying to cancel the order.',
  notFound: 'We couldn’t find this order.',
  statusUnchanged: 'Order status is already set to this value.',
  statusUpdated: 'Order status updated successfully.',
  statusRejected: 'Failed to update order status. Please try again.',
  /** Follows the text above. */
  statusRejections: {
    nothing_to_ship: 'All of its units were refunded. Cancel the order instead.',
    transition_not_allowed: 'This status can’t be set now.',
    no_stock: 'There aren’t enough units in stock to reopen this order.',
    order_has_returns: 'Items of this order are being returned or were returned. Decline an open return first.',
    discount_code_used_up: 'The discount code of this order has reached its usage limit.',
  },
  refundedBefore: 'This order was refunded. Only staff who can issue refunds can reopen it.',
  statusFailed: 'An error occurred. Please try again later.',
  notificationTitle: 'Order update',
  placedTitle: 'Order placed',
  placedMessage: (number: string) => `Your order #${number} has been placed.`,
  statusMessage: (number: string, phrase: string) => `Your order #${number} ${phrase}.`,
  partlyShippedMessage: (number: string) => `Part of your order #${number} is on its way.`,
  refundedTitle: 'Payment refunded',
  refundedMessage: (amount: string) =>
    `We couldn’t turn your payment of ${amount} into an order, so we’re refunding it.`,
  partialRefundMessage: (number: string, amount: string) => `We’re refunding ${amount} for your order #${number}.`,
  refundFailedTitle: 'Refund delayed',
  refundFailedMessage: (amount: string, number: string | null) =>
    `We couldn’t complete your refund of ${amount}${number ? ` for your order #${number}` : ''} yet. We’re working on it and will email you when it’s on its way.`,
  partiallyRefunded: 'Partially refunded',
  refunds: 'Refunds',
  refundStates: { pending: 'In progress', processed: 'Completed', failed: 'Not completed' },
  /** Reasons recorded with stock movements and refunds. */
  notReturned: 'Not returned',
  writeOffReversed: 'Write-off reversed',
  refundReason: 'Order cancelled',
  invalidNumber: 'Enter the 8-character order number, for example 7c41e2b9',
  progress: 'Order progress',
  stepDone: 'completed',
  stepCurrent: 'current step',
  stepAhead: 'upcoming',
  cancelled: 'This order was cancelled.',
  cancelledOn: (day: string) => `This order was cancelled on ${day}.`,
  items: 'Items',
  quantity: (count: number) => `Quantity: ${count}`,
  sku: (sku: string) => `SKU: ${sku}`,
  unitTimes: (quantity: number, price: string) => `${quantity} × ${price}`,
  subtotal: 'Subtotal',
  tax: 'Tax',
  shipping: 'Shipping',
  discount: 'Discount',
  discountBy: (code: string) => `Discount (${code})`,
  total: 'Total',
};

export const trackOrderMessages = {
  title: 'Track order',
  description: (store: string) => `Check the status of your ${store} order with your order number and email address.`,
  invitation: 'Enter your order number and the email address you ordered with. You don’t need to log in.',
  number: 'Order number',
  numberHint: 'The 8 characters in your order confirmation, for example #7c41e2b9',
  email: 'Email address',
  invalidEmail: 'Please enter a valid email address',
  track: 'Track order',
  tracking: 'Searching...',
  notFound: 'We couldn’t find an order with this number and email address. Please check both and try again.',
  heading: (number: string) => `Order #${number}`,
  placedOn: (day: string) => `Placed on ${day}`,
  goesTo: (place: string) => `On its way to ${place}`,
  trackingNumber: 'Tracking number',
  another: 'Track another order',
  help: 'Need help with this order?',
  helpLink: 'Contact us',
};
