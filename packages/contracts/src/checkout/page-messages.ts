import { timeMessages } from '../common/messages.ts';
import { RESERVATION_MINUTES } from './constants.ts';
import { PROVIDER_NAME } from './messages.ts';

const minutesText = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

/** The checkout page around its fixed texts, which are in `checkoutMessages`. */
export const checkoutPageMessages = {
  secure: 'Secure checkout',
  links: 'Checkout links',
  contact: 'Contact',
  guest: 'You’re checking out as a guest. We’ll send your order confirmation here.',
  delivery: 'Delivery',
  newAddress: 'New address',
  /** The label of the first address, which is not asked for. */
  firstAddressName: 'Home',
  phoneHint: 'Only used for questions about a delivery',
  optional: (label: string) => `${label} (optional)`,
  checkAddress: 'Please check the shipping address:',
  summary: 'Order summary',
  unitPrice: (price: string) => `${price} each`,
  onlinePaymentOff: 'Online payment isn’t available at the moment.',
  encrypted: 'Encrypted. We never see or store your card number.',
  /** What happens after the pay button, by payment method. */
  methodHints: {
    card: 'Visa, Mastercard, American Express or RuPay. Confirm in a secure window.',
    upi: 'Approve the payment in your UPI app.',
    wallet: 'Choose your wallet in the payment window.',
    netbanking: 'Log in at your bank and approve.',
    cod: 'Pay in cash when your order arrives.',
  },
  /** The provider's hosted page, for browsers without JavaScript. */
  paidOnProviderPage: `You’ll enter your payment details on ${PROVIDER_NAME}’s page, and then return to the store.`,
  payWith: (amount: string) => `Pay ${amount} with ${PROVIDER_NAME}`,
  toProvider: `Continue to ${PROVIDER_NAME}`,
  backToCheckout: 'Back to checkout',
  reserved: `Your items are reserved for ${RESERVATION_MINUTES} minutes once you select Pay now.`,
  stillReserved: (minutes: number) => `Your items are still reserved for ${minutesText(minutes)}.`,
  returns: (days: number) => `Return within ${timeMessages.days(days)} of delivery`,
  repairs: 'We repair loose stones free of charge for 12 months.',
};
