import type { AlertKind } from '../alerts/constants.ts';
import { alertMessages } from '../alerts/messages.ts';
import {
  CONFIRM_LINK_HOURS,
  EMAIL_LINK_MINUTES,
  EMAIL_UNDO_DAYS,
  INVITATION_DAYS,
  RESET_LINK_MINUTES,
} from '../identity/constants.ts';
import { NEWSLETTER_LINK_DAYS } from '../newsletter/constants.ts';
import { conversationMessages } from '../support/conversation-messages.ts';
import { orderEmailTexts } from './order-messages.ts';
import { returnEmailTexts } from './return-messages.ts';

/** The texts of one email. `button` labels its link, `reason` says why the recipient gets it. */
export type EmailTexts = {
  subject: string;
  preview: string;
  heading: string;
  paragraphs: string[];
  button: string;
  reason: string;
};

const hasAccount = (store: string) => `You’re receiving this email because you have a ${store} account.`;
const linkExpires = (minutes: number) => `This link works once and expires in ${minutes} minutes.`;
const CONFIRM_LINK_EXPIRES = `This link works once and expires in ${CONFIRM_LINK_HOURS} hours.`;
const NOT_YOU = 'If this wasn’t you,';
const ACCOUNT_NOT_CREATED =
  'If you didn’t create an account, someone else entered your email address. They can’t see any of your data. Open the link and choose “This wasn’t me”: the account is deleted then.';

/** `hasPage`: a conversation in the account; `canReply`: replies to the email are received. */
type TicketAnswer = { number: string; subject: string; reply: string; hasPage: boolean; canReply: boolean };

function howToAnswer({ number, hasPage, canReply }: Pick<TicketAnswer, 'number' | 'hasPage' | 'canReply'>) {
  if (canReply)
    return hasPage ? 'To answer, reply to this email or use the page below.' : 'To answer, reply to this email.';
  if (hasPage) return 'Please answer on this page. Replies to this email don’t reach us.';
  return `Need more help? Contact us again and include your ticket number, ${number}.`;
}

/** What every email has around its own texts. */
export const emailLayoutTexts = {
  greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
  signature: (store: string) => `The ${store} team`,
  unsubscribe: 'Unsubscribe',
  copyLink: 'If the button doesn’t work, copy this link into your browser:',
  tagline: 'Crystal jewelry, evening wear, clothing and home decor.',
};

/** The emails of a store with this name. */
export const emailTexts = (store: string) => ({
  reset_password: {
    subject: 'Reset your password',
    preview: linkExpires(RESET_LINK_MINUTES),
    heading: 'Reset your password',
    paragraphs: [
      'We received a request to reset the password for your account. Use the link below to choose a new one.',
      `${linkExpires(RESET_LINK_MINUTES)} ${NOT_YOU} you can ignore this email. Your password won’t change.`,
    ],
    button: 'Reset password',
    reason: 'You’re receiving this email because someone asked to reset the password for this email address.',
  },
  confirm_email: {
    subject: 'Confirm your new email address',
    preview: linkExpires(EMAIL_LINK_MINUTES),
    heading: 'Confirm your new email address',
    paragraphs: [
      `You asked to use this address for your ${store} account. Please confirm that it’s yours, in the browser where you’re logged in or with your password.`,
      `${linkExpires(EMAIL_LINK_MINUTES)} ${NOT_YOU} you can ignore this email and nothing will change.`,
    ],
    button: 'Confirm email address',
    reason: `You’re receiving this email because someone entered this address for a ${store} account.`,
  },
  email_in_use: {
    subject: 'This email address already has an account',
    preview: 'Nothing was changed.',
    heading: 'This address already has an account',
    paragraphs: [
      'Someone tried to change the email address of their account to this one. It already has an account, so nothing was changed.',
      `If this was you, log in with this address. ${NOT_YOU} you can ignore this email.`,
    ],
    button: 'Log in',
    reason: hasAccount(store),
  },
  email_changed: (newEmailHint: string) => ({
    subject: 'Your email address was changed',
    preview: `Your account now uses ${newEmailHint}.`,
    heading: 'Your email address was changed',
    paragraphs: [
      `Your account now uses ${newEmailHint}. Log in with that address from now on. We’ll send future emails there.`,
      `${NOT_YOU} undo the change: your account uses this address again, you’re logged out of all devices, and you can choose a new password. This link works once and expires in ${EMAIL_UNDO_DAYS} days.`,
    ],
    button: 'Undo the change',
    reason: `You’re receiving this email because this was the email address of your ${store} account.`,
  }),
  email_change_undone: {
    subject: 'Your email address change was undone',
    preview: 'Your account uses your old email address again.',
    heading: 'Your email address change was undone',
    paragraphs: [
      'Someone with the link we sent to your old email address undid the change. Your account uses that address again, and you’re logged out of all devices.',
      `${NOT_YOU} please contact us right away.`,
    ],
    button: 'Contact us',
    reason: `You’re receiving this email because this was the email address of your ${store} account.`,
  },
  password_changed: {
    subject: 'Your password was changed',
    preview: 'All other devices were logged out.',
    heading: 'Your password was changed',
    paragraphs: [
      'The password for your account was changed, and all other devices were logged out.',
      `${NOT_YOU} reset your password now to secure your account.`,
    ],
    button: 'Reset password',
    reason: hasAccount(store),
  },
  two_factor_on: {
    subject: 'Two-factor authentication was turned on',
    preview: 'Logging in now requires a code from your authenticator app.',
    heading: 'Two-factor authentication is on',
    paragraphs: [
      'Logging in to your account now requires a code from your authenticator app. Keep your recovery codes in a safe place.',
      `${NOT_YOU} change your password and check your account settings.`,
    ],
    button: 'Open account settings',
    reason: hasAccount(store),
  },
  two_factor_off: {
    subject: 'Two-factor authentication was turned off',
    preview: 'Logging in now only requires your password.',
    heading: 'Two-factor authentication is off',
    paragraphs: [
      'Logging in to your account now only requires your password.',
      `${NOT_YOU} change your password and turn it back on in your account settings.`,
    ],
    button: 'Open account settings',
    reason: hasAccount(store),
  },
  role_changed: (person: string, role: string, by: string) => ({
    subject: 'A role was changed in your store',
    preview: 'If you didn’t expect this, check the audit log.',
    heading: 'A role was changed',
    paragraphs: [
      `${by || 'An owner'} changed the role of ${person || 'a customer'} to “${role}”. They were logged out of all devices.`,
      'If you didn’t expect this, open the customer and check the audit log.',
    ],
    button: 'Open customer',
    reason: 'You’re receiving this email because you’re an owner of this store.',
  }),
  staff_invitation: (role: string, by: string) => ({
    subject: 'You’re invited to join the staff',
    preview: `Accept within ${INVITATION_DAYS} days.`,
    heading: 'You’re invited to join the staff',
    paragraphs: [
      `${by || 'An owner'} invited you to the admin panel of the store with the role “${role}”.`,
      `This link works once and expires in ${INVITATION_DAYS} days. If you didn’t expect this, you can ignore this email and nothing will change.`,
    ],
    button: 'Accept invitation',
    reason: `You’re receiving this email because an owner of ${store} invited this email address.`,
  }),
  staff_joined: (person: string, role: string, by: string) => ({
    subject: 'A staff member joined your store',
    preview: 'If you didn’t expect this, check the audit log.',
    heading: 'A staff member joined',
    paragraphs: [
      `${person || 'A new staff member'} accepted the invitation of ${by || 'an owner'} and now has the role “${role}”.`,
      'If you didn’t expect this, open the customer and check the audit log.',
    ],
    button: 'Open customer',
    reason: 'You’re receiving this email because you’re an owner of this store.',
  }),
  account_deleted: {
    subject: 'Your account was deleted',
    preview: 'Your personal details have been removed.',
    heading: 'Your account was deleted',
    paragraphs: [
      'As you asked, we’ve deleted your account and your personal details. We keep records of past orders without your name.',
      `${NOT_YOU} please contact us right away. Thank you for shopping with us.`,
    ],
    button: 'Contact us',
    reason: `You’re receiving this email because your ${store} account used this address. It’s the last email about this account.`,
  },
  ticket_opened: (number: string, hasPage: boolean) => ({
    subject: `We received your message (ticket ${number})`,
    preview: 'We’ll reply by email within one business day.',
    heading: 'Thank you for your message',
    paragraphs: [
      `Your ticket number is ${number}. Please include it if you contact us about this again.`,
      'We’ll reply by email within one business day. If you didn’t contact us, you can ignore this email.',
    ],
    button: hasPage ? conversationMessages.open : 'Go to support',
    reason: 'You’re receiving this email because this address was used to contact our support team.',
  }),
  ticket_answered: ({ number, subject, reply, hasPage, canReply }: TicketAnswer) => ({
    subject: `We replied to your message (ticket ${number})`,
    preview: 'Our support team has replied.',
    heading: 'Our reply to your message',
    paragraphs: [
      ...(subject ? [`Subject: ${subject}`] : []),
      ...reply.split(/\n\s*\n/),
      howToAnswer({ number, hasPage, canReply }),
    ],
    button: hasPage ? conversationMessages.open : 'Contact us again',
    reason: 'You’re receiving this email because this address was used to contact our support team.',
  }),
  welcome: {
    subject: `Welcome to ${store}`,
    preview: 'Your account is ready.',
    heading: `Welcome to ${store}`,
    paragraphs: [
      'Your account is ready. Your orders, addresses and wishlist are now in one place.',
      `Please confirm that this email address is yours, in the browser where you’re logged in or with your password. ${CONFIRM_LINK_EXPIRES}`,
      ACCOUNT_NOT_CREATED,
    ],
    button: 'Confirm email address',
    reason: `You’re receiving this email because a ${store} account was created with this address.`,
  },
  confirm_address: {
    subject: 'Confirm your email address',
    preview: CONFIRM_LINK_EXPIRES,
    heading: 'Confirm your email address',
    paragraphs: [
      `Please confirm that this email address is yours, in the browser where you’re logged in or with your password. ${CONFIRM_LINK_EXPIRES}`,
      ACCOUNT_NOT_CREATED,
    ],
    button: 'Confirm email address',
    reason: `You’re receiving this email because a ${store} account was created with this address.`,
  },
  test_email: {
    subject: `Test email from ${store}`,
    preview: 'Your store can send email.',
    heading: 'Your store can send email',
    paragraphs: [
      'You sent this test from the set-up guide of your store. Customers will get their order emails the same way.',
    ],
    button: 'Back to the guide',
    reason: `You’re receiving this email because you asked for a test email in the admin panel of ${store}.`,
  },
  ...guestEmailTexts(store),
  ...orderEmailTexts(store),
  ...returnEmailTexts(store),
  ...subscriptionEmailTexts(store),
});

const LINK_EXPIRES = `This link works once and expires in ${CONFIRM_LINK_HOURS} hours.`;
const reasonFor = (store: string) =>
  `You’re receiving this email because this address was used for a guest checkout at ${store}.`;
const IGNORE_IF_NOT_YOU = 'If this wasn’t you, you can ignore this email and nothing will change.';

/** To a guest who chose a password: which of these it is depends on whether the address has an account. */
const guestEmailTexts = (store: string) => ({
  order_link: (number: string) => ({
    subject: `New link to your order #${number}`,
    preview: 'It opens your order for the next 12 months.',
    heading: 'Here is your new link',
    paragraphs: [
      `You asked for a new link to your order #${number}. It opens your order for the next 12 months.`,
      IGNORE_IF_NOT_YOU,
    ],
    button: 'View order',
    reason: reasonFor(store),
  }),
  guest_account: {
    subject: 'Finish your account',
    preview: LINK_EXPIRES,
    heading: 'Finish your account',
    paragraphs: [
      'You chose a password after checking out as a guest. Open the link and enter that password to finish your account.',
      `${LINK_EXPIRES} ${IGNORE_IF_NOT_YOU}`,
    ],
    button: 'Finish account',
    reason: reasonFor(store),
  },
  guest_join_orders: {
    subject: 'You already have an account',
    preview: 'Log in to add your guest orders to it.',
    heading: 'You already have an account',
    paragraphs: [
      'You asked for an account after checking out as a guest. This address already has one, so nothing was changed. Log in with your password, or reset it, to see the orders you placed as a guest and add them.',
      IGNORE_IF_NOT_YOU,
    ],
    button: 'See your guest orders',
    reason: reasonFor(store),
  },
  guest_account_unconfirmed: {
    subject: 'You already have an account',
    preview: 'Log in and confirm this address.',
    heading: 'You already have an account',
    paragraphs: [
      'You asked for an account after checking out as a guest. This address already has one, but it isn’t confirmed yet. Log in, or reset your password, and confirm this address. You can add the orders you placed as a guest then.',
      IGNORE_IF_NOT_YOU,
    ],
    button: 'Log in',
    reason: reasonFor(store),
  },
});

type BackInStockVariant = { product: string; options: string };
type CampaignEmail = { title: string; preview: string; recipient: 'customer' | 'subscriber' };
type AlertGroup = { kind: AlertKind; count: number; examples: string[] };

/** Emails to newsletter subscribers, to shoppers waiting for stock, and alerts to owners. */
const subscriptionEmailTexts = (store: string) => ({
  newsletter_confirm: {
    subject: 'Confirm your newsletter subscription',
    preview: 'One click and you’re subscribed.',
    heading: 'Confirm your subscription',
    paragraphs: [
      `Thank you for signing up for the ${store} newsletter. Please confirm that you’d like to receive it.`,
      `This link expires in ${NEWSLETTER_LINK_DAYS} days. If you didn’t sign up, you can ignore this email and we won’t send you the newsletter.`,
    ],
    button: 'Confirm subscription',
    reason: 'You’re receiving this email because this address was entered in our newsletter form.',
  },
  newsletter_welcome: {
    subject: `Welcome to the ${store} newsletter`,
    preview: 'New arrivals and sales, about once a month.',
    heading: 'You’re subscribed',
    paragraphs: [
      'You’ll hear from us about once a month with new arrivals and sales.',
      'You can unsubscribe at any time with the link in any of our emails.',
    ],
    button: 'Shop new arrivals',
    reason: 'You’re receiving this email because you subscribed to our newsletter.',
  },
  campaign: ({ title, preview, recipient }: CampaignEmail) => ({
    subject: title,
    preview,
    heading: title,
    paragraphs: [],
    button: 'Shop now',
    reason:
      recipient === 'customer'
        ? `You’re receiving this email because you opted in to marketing emails in your ${store} account.`
        : 'You’re receiving this email because you subscribed to our newsletter.',
  }),
  back_in_stock: ({ product, options }: BackInStockVariant) => ({
    subject: `${product} is back in stock`,
    preview: 'You asked us to let you know.',
    heading: 'It’s back in stock',
    paragraphs: [
      options ? `${product} (${options}) is available again.` : `${product} is available again.`,
      'Other customers may be waiting for it too, and we can’t reserve it for you. Order soon if you’d still like it.',
    ],
    button: 'View product',
    reason:
      'You’re receiving this email because you asked to be notified when this product is back in stock. We won’t email you about it again.',
  }),
  store_alert: (alertGroups: AlertGroup[]) => ({
    subject: alertMessages.title,
    preview: alertGroups.map(({ kind, count }) => alertMessages.counted[kind](count)).join(' '),
    heading: alertMessages.title,
    paragraphs: alertGroups.flatMap(({ kind, count, examples }) => [
      alertMessages.counted[kind](count),
      ...examples,
      ...(count > examples.length ? [alertMessages.andMore(count - examples.length)] : []),
    ]),
    button: 'Open admin panel',
    reason:
      'You’re receiving this email because you’re an owner of this store. We send it at most once an hour, and only when there’s something new.',
  }),
});
