import { EXPIRED_CHECKOUTS_PER_HOUR, type PAYMENT_METHODS } from './constants.ts';

const PROVIDER_NAME = 'Razorpay';

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
  shippingMethod: 'Shipping',
  paymentMethod: 'Payment',
  summary: 'Order summary',
  charge: (amount: string) => `You will be charged ${amount} by the payment provider`,
  payOnDelivery: (amount: string) => `You pay ${amount} when your order arrives.`,
  pay: 'Pay now',
  placeOrder: 'Place order',
  currencies: (currency: string) => `Prices are in US dollars. Your payment is charged in ${currency}.`,
  /** What the provider's window says is paid for. */
  orderOf: (items: string) => `Order of ${items}`,
  processing: 'Processing...',
  noAddress: 'No saved address yet',
  toCart: 'Change your cart',
  addressMissing: 'Please select a shipping address',
  methodMissing: 'Please choose how you want to pay.',
  cartEmpty: 'Your cart is empty',
  priceChanged: 'The total has changed since you saw it. Please look at it again and confirm.',
  outOfStock: (name: string) => `${name} is sold out. Please change your cart.`,
  notEnough: (name: string, available: number) =>
    available === 1
      ? `Only 1 of ${name} is left. Please change your cart.`
      : `Only ${available} of ${name} are left. Please change your cart.`,
  chargeTooSmall: (minimum: string) => `Online payments start at ${minimum}. Please choose cash on delivery.`,
  chargeRejected: 'We can’t take this payment online. Please choose cash on delivery.',
  nothingToPay: 'There is nothing to pay for this order.',
  tooManyFailures: 'Too many payments failed. Please wait ten minutes, or choose cash on delivery.',
  variantLimit: {
    customer: (limit: number, name: string) =>
      `You can have up to ${unitCount(limit)} of ${name} reserved or unpaid at a time. To order more, contact support.`,
    address: (limit: number, name: string) =>
      `Up to ${unitCount(limit)} of ${name} can be reserved or unpaid for one delivery address at a time. To order more, contact support.`,
  },
  unitLimit: {
    customer: (limit: number) =>
      `You can have up to ${unitCount(limit)} reserved or unpaid at a time. To order more, contact support.`,
    address: (limit: number) =>
      `Up to ${unitCount(limit)} can be reserved or unpaid for one delivery address at a time. To order more, contact support.`,
  },
  openCheckoutLimit: (limit: number) =>
    `You can have up to ${counted(limit, 'open checkout')} at a time. Wait until one expires, or contact support to order more.`,
  codNeedsConfirmedEmail: 'Confirm your email address to choose this.',
  toAccount: 'Go to my account',
  emailUnconfirmed: 'Please confirm your email address to pay cash on delivery, or choose another payment method.',
  unpaidOrderLimit: (limit: number) =>
    `You can have up to ${counted(limit, 'unpaid cash on delivery order')} at a time. Pay online, or contact support to order more.`,
  tooManyExpired: (minutes: number) =>
    `${EXPIRED_CHECKOUTS_PER_HOUR} of your checkouts expired without payment in the last hour. You can pay online again in ${counted(minutes, 'minute')}, or choose cash on delivery.`,
  contactSupport: 'Contact support',
  inProgress: 'This is already under way. Please wait a moment.',
  scriptFailed: `Failed to load ${PROVIDER_NAME}. Please try again later.`,
  providerFailed: `Could not create ${PROVIDER_NAME} order`,
  verificationFailed: 'Payment verification failed. Please contact support.',
  createFailed: 'Failed to create order. Please try again.',
  failed: 'An error occurred during checkout. Please try again.',
  paymentFailed: 'The payment did not go through. You have not been charged; please try again.',
  reservationExpired:
    'The time to pay is over, and your items are no longer reserved. If you have paid already, your order appears in your orders within a few minutes. Otherwise, please try again.',
  confirmingHeading: 'Confirming your payment',
  confirming: 'Your payment is being confirmed. This page changes by itself.',
  refundedHeading: 'Your money is on its way back',
  refunded: 'Your payment arrived too late and the last piece was sold meanwhile. We are sending your money back.',
  notNeeded: 'This payment was not needed any more. We are sending your money back.',
  superseded: 'You have started another checkout meanwhile. Please go on with that one.',
  refundReason: 'The payment came too late, or was not needed any more.',
  successHeading: 'Order Placed Successfully!',
  successText: 'Thank you for your order. You can follow its progress in your account.',
  emailQueued: (to: string) => `We’re sending your order confirmation to ${to}.`,
  emailSent: (to: string) => `We’ve sent your order confirmation to ${to}.`,
  orderId: 'Order ID',
  viewOrder: 'View your order',
  viewOrders: 'View your orders',
  backHome: 'Back to the shop',
  needsJavaScript: 'Online payment needs JavaScript. Please turn it on, or choose cash on delivery.',
};
