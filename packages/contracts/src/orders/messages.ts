/** How far an order has come, in order. A cancelled one is on none of these steps. */
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
export const paymentStatusLabels = { pending: 'Pending', paid: 'Paid', refunded: 'Refunded' } as const;

/** Decides how the payment of an order reads. */
export type OrderPayment = {
  status: keyof typeof statusLabels;
  paymentMethod: string;
  paymentStatus: keyof typeof paymentStatusLabels;
};

const isUnpaidCash = ({ paymentMethod, paymentStatus }: OrderPayment) =>
  paymentMethod === 'cod' && paymentStatus === 'pending';

/** Cash is due until it is paid, and no longer once the order is cancelled. */
export const isDueOnDelivery = (order: OrderPayment) => isUnpaidCash(order) && order.status !== 'cancelled';

export function paymentLabel(order: OrderPayment) {
  if (isDueOnDelivery(order)) return orderMessages.dueOnDelivery;
  return isUnpaidCash(order) ? orderMessages.notCharged : paymentStatusLabels[order.paymentStatus];
}

/** What the buyer is told: "Your order #1a2b3c4d has been shipped." */
export const statusPhrases = {
  pending: 'is pending again',
  processing: 'is now being processed',
  shipped: 'has been shipped',
  delivered: 'has been delivered',
  cancelled: 'has been cancelled',
} as const;

export const orderMessages = {
  title: 'Orders',
  heading: 'Your orders',
  none: 'You have not ordered anything yet',
  noneText: 'When you do, you can follow your orders here.',
  startShopping: 'Start shopping',
  newest: 'Back to the newest orders',
  orderOf: (number: string) => `Order #${number}`,
  placedOn: (day: string) => `Placed on ${day}`,
  view: 'View order',
  more: (count: number) => `+${count} more`,
  showOlder: 'Show older orders',
  payment: 'Payment',
  paymentMethod: 'Payment method',
  shippingAddress: 'Shipping address',
  trackingNumber: 'Tracking number',
  charged: 'Charged',
  dueOnDelivery: 'Due on delivery',
  /** A cash order that was cancelled before anyone paid. */
  notCharged: 'Not charged',
  buyAgain: 'Buy again',
  buyingAgain: 'Adding...',
  buyAgainDone: 'The pieces are in your cart.',
  buyAgainPartly: 'Some pieces can no longer be bought. The others are in your cart.',
  buyAgainNone: 'These pieces can no longer be bought.',
  buyAgainFailed: 'We could not put the pieces into your cart. Please try again.',
  invoice: 'Invoice',
  invoiceOf: (number: string) => `Invoice for order #${number}`,
  print: 'Print',
  invoiceDate: 'Date',
  item: 'Item',
  unitPrice: 'Price',
  units: 'Quantity',
  lineTotal: 'Amount',
  backToOrder: 'Back to the order',
  cancel: 'Cancel order',
  confirmCancel: 'Are you sure you want to cancel this order?',
  confirmCancelYes: 'Cancel this order',
  dismissCancel: 'Keep order',
  cancelling: 'Cancelling...',
  cancelDone: 'Your order has been cancelled.',
  tooLateToCancel: 'Failed to cancel order. It may be too late to cancel.',
  cancelFailed: 'An error occurred while trying to cancel the order.',
  notFound: 'We could not find this order.',
  statusUnchanged: 'Order status is already set to this value.',
  statusUpdated: 'Order status updated successfully.',
  statusRejected: 'Failed to update order status. Please try again.',
  statusFailed: 'An error occurred. Please try again later.',
  notificationTitle: 'Order update',
  placedTitle: 'Order placed',
  placedMessage: (number: string) => `Your order #${number} has been placed.`,
  statusMessage: (number: string, phrase: string) => `Your order #${number} ${phrase}.`,
  refundedTitle: 'Payment refunded',
  refundedMessage: (amount: string) =>
    `We could not turn your payment of ${amount} into an order. We are sending your money back.`,
  partialRefundMessage: (number: string, amount: string) =>
    `We are sending you ${amount} back for your order #${number}.`,
  refundFailedTitle: 'Refund delayed',
  refundFailedMessage: (amount: string, number: string | null) =>
    `We couldn’t complete your refund of ${amount}${number ? ` for your order #${number}` : ''} yet. We’re working on it and will email you when it’s on its way.`,
  refunds: 'Refunds',
  refundStates: { pending: 'In progress', processed: 'Completed', failed: 'Not completed' },
  /** For the books. */
  notReturned: 'Not returned',
  writeOffReversed: 'Write-off reversed',
  refundReason: 'Order cancelled',
  invalidNumber: 'An order number has 8 characters: digits and the letters a to f.',
  progress: 'Order progress',
  stepDone: 'done',
  stepCurrent: 'current step',
  stepAhead: 'still to come',
  cancelled: 'This order was cancelled.',
  cancelledOn: (day: string) => `This order was cancelled on ${day}.`,
  items: 'Items',
  quantity: (count: number) => `Quantity: ${count}`,
  subtotal: 'Subtotal',
  tax: 'Tax',
  shipping: 'Shipping',
  discount: 'Discount',
  total: 'Total',
};

export const trackOrderMessages = {
  title: 'Track order',
  description: 'See where your Crystalline order is, with its order number and the email address it was placed with.',
  invitation: 'Give the order number and the email address you ordered with. You need not be signed in.',
  number: 'Order number',
  numberHint: 'The 8 characters shown on the order page, such as #7c41e2b9.',
  email: 'Email address',
  invalidEmail: 'Please enter a valid email address',
  track: 'Track order',
  tracking: 'Looking it up...',
  notFound: 'We found no order with this number and email address. Please check both and try again.',
  heading: (number: string) => `Order #${number}`,
  placedOn: (day: string) => `Placed on ${day}`,
  goesTo: (place: string) => `On its way to ${place}`,
  trackingNumber: 'Tracking number',
  another: 'Track another order',
  help: 'Is something not right?',
  helpLink: 'Write to us',
};
