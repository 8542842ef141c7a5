import { EXPIRED_CHECKOUTS_PER_HOUR, type PAYMENT_METHODS, RESERVATION_MINUTES } from './constants.ts';

export const PROVIDER_NAME = 'Razorpay';

export const paymentMethodLabels = {
  card: 'Card',
  upi: 'UPI',
  wallet: 'Wallet',
  netbanking: 'Net banking',
  cod: 'Cash on delivery',
} as const satisfies Record<(typeof PAYMENT_METHODS)[number], string>;

const counted = (count: number, what: string) => `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
const unitCount = (count: number) => counted(count, 'unit');

export const checkoutMessages = {
  title: 'Checkout',
  heading: 'Checkout',
  address: 'Shipping address',
  addAddress: '+ Add a new address',
  paymentMethod: 'Payment method',
  summary: 'Order summary',
  charge: (amount: string) => `You will be charged ${amount} by the payment provider`,
  payOnDelivery: (amount: string) => `You’ll pay ${amount} in cash when your order arrives.`,
  pay: 'Pay now',
  placeOrder: 'Place order',
  currencies: (currency: string) => `Prices are in US dollars. Your payment is charged in ${currency}.`,
  /** Description of the payment in the provider's dialog. */
  orderOf: (items: string) => `Order of ${items}`,
  processing: 'Processing...',
  noAddress: 'No saved addresses',
  toCart: 'Review your cart',
  addressMissing: 'Please select a shipping address',
  addressInvalid: (expected: string) => `The postal code of this address isn’t valid. ${expected}.`,
  correctAddress: (name: string) => `Correct the postal code of “${name}”`,
  methodMissing: 'Please select a payment method',
  cartEmpty: 'Your cart is empty',
  priceChanged: 'The order total has changed. Please review it and try again.',
  datesChanged: (days: string) =>
    `The delivery dates have changed: your order would now arrive ${days}. Please review them and try again.`,
  outOfStock: (name: string) => `${name} is out of stock. Please update your cart.`,
  notEnough: (name: string, available: number) => `We only have ${available} of ${name} left. Please update your cart.`,
  chargeTooSmall: (minimum: string) => `Online payments start at ${minimum}. Please choose cash on delivery.`,
  chargeRejected: 'We can’t take this payment online. Please choose cash on delivery.',
  onlinePaymentOff: 'Online payment isn’t available at the moment. Please choose cash on delivery.',
  nothingToPay: 'There is nothing to pay for this order.',
  tooManyFailures: 'Too many failed payments. Please wait 10 minutes, or choose cash on delivery.',
  variantLimit: {
    customer: (limit: number, name: string) =>
      `You can have up to ${unitCount(limit)} of ${name} reserved or unpaid at a time. To order more, contact support.`,
    address: (limit: number, name: string) =>
      `Up to ${unitCount(limit)} of ${name} can be reserved or unpaid for one shipping address at a time. To order more, contact support.`,
  },
  unitLimit: {
    customer: (limit: number) =>
      `You can have up to ${unitCount(limit)} reserved or unpaid at a time. To order more, contact support.`,
    address: (limit: number) =>
      `Up to ${unitCount(limit)} can be reserved or unpaid for one shipping address at a time. To order more, contact support.`,
  },
  clientLimit: (limit: number) =>
    `Up to ${unitCount(limit)} can be reserved at a time from your internet connection without a confirmed email address. Confirm yours, or try again in ${RESERVATION_MINUTES} minutes.`,
  openCheckoutLimit: (limit: number) =>
    `You can have up to ${counted(limit, 'open checkout')} at a time. Wait until one expires, or contact support to order more.`,
  codNeedsConfirmedEmail: 'Confirm your email address to use this payment method.',
  toAccount: 'Go to my account',
  confirmEmail: 'Confirm my email address',
  emailUnconfirmed: 'Please confirm your email address to pay cash on delivery, or choose another payment method.',
  unpaidOrderLimit: (limit: number) =>
    `You can have up to ${counted(limit, 'unpaid cash on delivery order')} at a time. Pay online, or contact support to order more.`,
  tooManyExpired: (minutes: number) =>
    `${EXPIRED_CHECKOUTS_PER_HOUR} of your checkouts expired without payment in the last hour. You can pay online again in ${counted(minutes, 'minute')}, or choose cash on delivery.`,
  tooManyOrders: (minutes: number) =>
    `You’ve started too many payments in the last hour. You can pay online again in ${counted(minutes, 'minute')}, or choose cash on delivery.`,
  contactSupport: 'Contact support',
  inProgress: 'Your request is still being processed. Please wait a moment.',
  scriptFailed: `Failed to load ${PROVIDER_NAME}. Please try again later.`,
  providerFailed: `Could not create ${PROVIDER_NAME} order`,
  verificationFailed: 'Payment verification failed. Please contact support.',
  createFailed: 'Failed to create order. Please try again.',
  failed: 'An error occurred during checkout. Please try again.',
  paymentFailed: 'Your payment didn’t go through and you haven’t been charged. Please try again.',
  reservationExpired:
    'Your checkout expired, and your items are no longer reserved. If you’ve already paid, your order appears in your account within a few minutes. Otherwise, please try again.',
  confirmingHeading: 'Confirming your payment',
  confirming: 'This usually takes a few seconds. The page updates automatically.',
  /** Without JavaScript. */
  confirmingByHand: 'This usually takes a few seconds.',
  checkAgain: 'Check again',
  refundedHeading: 'We’re refunding your payment',
  refunded:
    'Your payment arrived after your checkout expired, and an item is no longer available. We’re refunding you in full.',
  notNeeded: 'This payment was no longer needed, so we’re refunding it in full.',
  superseded: 'You started a newer checkout. Please continue with that one.',
  refundReason: 'Payment arrived after the checkout expired, or was no longer needed',
  successHeading: 'Order Placed Successfully!',
  successText: 'Thank you for your order. You can follow its progress in your account.',
  emailQueued: (to: string) => `We’re sending your order confirmation to ${to}.`,
  emailSent: (to: string) => `We’ve sent your order confirmation to ${to}.`,
  orderId: 'Order ID',
  viewOrder: 'View your order',
  viewOrders: 'View your orders',
  backHome: 'Continue shopping',
};
