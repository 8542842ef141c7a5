import { passwordHint } from './auth-messages.ts';
import { CONFIRM_LINK_HOURS, PASSWORD_MIN } from './constants.ts';

/** The login page before checkout. */
export const guestCheckoutMessages = {
  heading: 'How would you like to check out?',
  subtotal: 'Subtotal',
  guest: 'Check out as a guest',
  guestText: 'No password. One page, about a minute.',
  email: 'Email',
  submit: 'Continue as guest',
  submitting: 'Starting checkout...',
  orderLink: 'Your order link arrives by email',
  returns: 'Return or exchange with that link',
  password: 'Add a password after paying to keep it as an account',
  register: 'Create account',
  registerText: 'Keep your orders, addresses and wishlist in one place.',
  orders: 'Follow every order',
  addresses: 'Saved addresses at checkout',
  wishlist: 'Wishlist on any device',
  toRegister: 'Register',
  forgot: 'Forgot password?',
  cartStays: 'Your cart stays as it is, whichever you choose.',
  failed: 'We couldn’t start your checkout. Please try again in a moment.',
};

/** The page of a link whose time is over. It never shows the address that a new one is sent to. */
export const orderLinkMessages = {
  title: 'Your order link',
  heading: 'This link has expired',
  expired: 'Links to an order work for 12 months. We can email you a new one.',
  invitation: 'We send it to the email address of the order.',
  submit: 'Email a new link',
  submitting: 'Sending...',
  /** The same whatever happens. */
  sent: 'If the link you opened is one of ours, a new one is on its way to the email address of the order. Please check your inbox and spam folder.',
  failed: 'We couldn’t send a new link. Please try again in a moment.',
};

/** One password makes a guest's session an account. */
export const guestAccountMessages = {
  title: 'Create your account',
  heading: 'Create your account with one password',
  needed: 'This page is for accounts. Choose a password to create yours. Your orders and addresses stay with you.',
  orderPlaced: 'Thank you for your order. Follow its progress with the link in our email.',
  afterOrder: 'Follow this order, save your address and return items in your account. All it takes is a password.',
  emailIs: (email: string) => `For ${email}`,
  password: 'Password',
  hint: passwordHint(PASSWORD_MIN),
  submit: 'Create account',
  submitting: 'Creating account...',
  sent: (email: string) =>
    `Check your inbox: we’ve sent a link to ${email}. Open it within ${CONFIRM_LINK_HOURS} hours to finish your account.`,
  tooMany:
    'We’ve already sent links to this address in the last hour. Please check your inbox and spam folder, or try again in an hour.',
  failed: 'We couldn’t create your account. Please try again in a moment.',
  notGuest: 'You already have an account.',
  toOrders: 'View your orders',
  loginInstead: 'Log in to another account',
};

/** The page of the link that finishes the account. */
export const finishAccountMessages = {
  title: 'Finish your account',
  heading: 'Finish your account',
  invitation: 'Enter the password you chose at checkout. Your order and address stay with you.',
  password: 'Password',
  submit: 'Finish account',
  submitting: 'Finishing...',
  invalid: 'This link has expired or was already used. If you have an account, log in.',
  wrongPassword: 'This isn’t the password you chose at checkout.',
  failed: 'We couldn’t finish your account. Please try again in a moment.',
  toLogin: 'Login',
};

/** The page that lists orders placed as a guest, and adds them to the account. */
export const joinOrdersMessages = {
  title: 'Add guest orders',
  heading: 'Add guest orders to your account',
  invitation: 'These orders were placed as a guest with your email address.',
  order: (number: string, date: string) => `Order #${number}, ${date}`,
  /** On the list of orders. */
  found: (count: number) =>
    count === 1
      ? 'One order was placed as a guest with your email address.'
      : `${count} orders were placed as a guest with your email address.`,
  review: 'Add to your account',
  submit: 'Add orders to my account',
  submitting: 'Adding...',
  done: 'The orders are in your account now.',
  none: 'No orders placed as a guest are waiting to be added.',
  unconfirmed: 'Confirm your email address first. Orders placed with it as a guest are listed here then.',
  failed: 'We couldn’t add the orders. Please try again in a moment.',
  toOrders: 'View your orders',
};

/** The name of a guest until an address has a recipient. */
export const GUEST_NAME = 'Guest';
