import { CONFIRM_LINK_HOURS, EMAIL_LINK_MINUTES, EMAIL_UNDO_DAYS, RESET_LINK_MINUTES } from '../identity/constants.ts';
import { orderEmailTexts } from './order-messages.ts';
import { subscriptionEmailTexts } from './subscription-messages.ts';

/** What one mail says. `button` names what its link does, `reason` says why it was sent. */
export type EmailTexts = {
  subject: string;
  preview: string;
  heading: string;
  paragraphs: string[];
  button: string;
  reason: string;
};

const HAS_ACCOUNT = 'You receive this email because you have an account at Crystalline.';
const linkLives = (minutes: number) => `The link works once, within ${minutes} minutes.`;
const CONFIRM_LIVES = `This link works once and expires in ${CONFIRM_LINK_HOURS} hours.`;
const NOT_YOU = 'If this was not you,';

export const emailTexts = {
  greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
  signature: 'Your Crystalline team',
  unsubscribe: 'Unsubscribe',
  copyLink: 'If the button does not work, copy this address into your browser:',
  tagline: 'Jewelry, evening wear, clothing and objects for the home.',

  reset_password: {
    subject: 'Reset your password',
    preview: linkLives(RESET_LINK_MINUTES),
    heading: 'Choose a new password',
    paragraphs: [
      'Someone asked to reset the password of your account. With this link you can choose a new one.',
      `${linkLives(RESET_LINK_MINUTES)} ${NOT_YOU} you need to do nothing: your password stays as it is.`,
    ],
    button: 'Choose a new password',
    reason: 'You receive this email because a new password was asked for with this email address.',
  },
  confirm_email: {
    subject: 'Confirm your new email address',
    preview: linkLives(EMAIL_LINK_MINUTES),
    heading: 'Confirm your new email address',
    paragraphs: [
      'You asked to use this address for your account. Please confirm that it is yours.',
      `${linkLives(EMAIL_LINK_MINUTES)} ${NOT_YOU} you need to do nothing: without your confirmation nothing changes.`,
    ],
    button: 'Confirm this address',
    reason: 'You receive this email because someone asked to use this address for their account at Crystalline.',
  },
  email_in_use: {
    subject: 'This email address already has an account',
    preview: 'Nothing was changed.',
    heading: 'This address already has an account',
    paragraphs: [
      'Someone asked to move their account to this email address. It already has an account, so nothing was changed.',
      `If this was you, sign in with this address. ${NOT_YOU} you need to do nothing.`,
    ],
    button: 'Sign in',
    reason: HAS_ACCOUNT,
  },
  email_changed: (newEmailHint: string) => ({
    subject: 'Your email address was changed',
    preview: `Your account now uses ${newEmailHint}.`,
    heading: 'Your email address was changed',
    paragraphs: [
      `Your account now uses the address ${newEmailHint}. From now on, sign in with it; we send all further emails there.`,
      `${NOT_YOU} undo the change: your account uses this address again, you’re logged out of all devices, and you can choose a new password. The link works once, within ${EMAIL_UNDO_DAYS} days.`,
    ],
    button: 'Undo the change',
    reason: 'You receive this email because this was the address of your account at Crystalline.',
  }),
  email_change_undone: {
    subject: 'The change of your email address was undone',
    preview: 'Your account uses your old email address again.',
    heading: 'The change of your email address was undone',
    paragraphs: [
      'Someone with the link we sent to your old email address undid the change. Your account uses that address again, and you’re logged out of all devices.',
      `${NOT_YOU} please contact us right away.`,
    ],
    button: 'Contact us',
    reason: 'You receive this email because this was the address of your account at Crystalline.',
  },
  password_changed: {
    subject: 'Your password was changed',
    preview: 'All other devices were signed out.',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed, and all other devices were signed out.',
      `${NOT_YOU} choose a new password now, so that only you can sign in.`,
    ],
    button: 'Reset my password',
    reason: HAS_ACCOUNT,
  },
  two_factor_on: {
    subject: 'Two-factor sign-in was turned on',
    preview: 'Signing in now also asks for a code from your authenticator app.',
    heading: 'Two-factor sign-in is on',
    paragraphs: [
      'Signing in to your account now also asks for a code from your authenticator app. Keep your recovery codes in a safe place.',
      `${NOT_YOU} look at your account settings and change your password.`,
    ],
    button: 'Open account settings',
    reason: HAS_ACCOUNT,
  },
  two_factor_off: {
    subject: 'Two-factor sign-in was turned off',
    preview: 'Signing in now asks for your password only.',
    heading: 'Two-factor sign-in is off',
    paragraphs: [
      'Signing in to your account now asks for your password only.',
      `${NOT_YOU} turn it on again in your account settings and change your password.`,
    ],
    button: 'Open account settings',
    reason: HAS_ACCOUNT,
  },
  role_changed: (person: string, role: string, by: string) => ({
    subject: 'A role was changed in your store',
    preview: 'Check that you know about this.',
    heading: 'A role was changed',
    paragraphs: [
      `${by || 'An owner'} changed the role of ${person || 'a customer'} to “${role}”. They were logged out on all devices.`,
      'If you did not expect this, open the customer and check the audit log.',
    ],
    button: 'Open customer',
    reason: 'You receive this email because you are an owner of Crystalline.',
  }),
  account_deleted: {
    subject: 'Your account was deleted',
    preview: 'Thank you for having been with us.',
    heading: 'Your account was deleted',
    paragraphs: [
      'Your account and your personal details were deleted, as you asked. Past orders stay in our books without your name.',
      `${NOT_YOU} please write to us at once. Thank you for having been with us.`,
    ],
    button: 'Write to us',
    reason:
      'You receive this email because your account at Crystalline used this address. It is the last one about it.',
  },
  ticket_opened: (number: string) => ({
    subject: `We have your message (ticket ${number})`,
    preview: 'We reply by email within one business day.',
    heading: 'Thank you. We have your message.',
    paragraphs: [
      `Your ticket number is ${number}. Please keep it: it helps us to find your message when you write again.`,
      'We reply by email within one business day. If you did not write to us, you need to do nothing.',
    ],
    button: 'Go to support',
    reason: 'You receive this email because this address was given in a message to our support.',
  }),
  ticket_answered: (number: string, subject: string, reply: string) => ({
    subject: `Our answer to your message (ticket ${number})`,
    preview: 'Thank you for waiting.',
    heading: 'Our answer to your message',
    paragraphs: [
      ...(subject ? [`Your subject: ${subject}`] : []),
      ...reply.split(/\n\s*\n/),
      `If anything is left open, write to us again and name your ticket number, ${number}.`,
    ],
    button: 'Write to us again',
    reason: 'You receive this email because this address was given in a message to our support.',
  }),
  welcome: {
    subject: 'Welcome to Crystalline',
    preview: 'Your account is ready.',
    heading: 'Welcome to Crystalline',
    paragraphs: [
      'Your account is ready. It keeps your addresses, your orders and your wishlist in one place.',
      `Please confirm that this email address is yours. ${CONFIRM_LIVES}`,
      'If you did not open an account, do not confirm: someone mistyped their address, and nothing of yours is shown to them.',
    ],
    button: 'Confirm email address',
    reason: 'You receive this email because an account at Crystalline was opened with this address.',
  },
  confirm_address: {
    subject: 'Confirm your email address',
    preview: CONFIRM_LIVES,
    heading: 'Confirm your email address',
    paragraphs: [
      `Please confirm that this email address is yours. ${CONFIRM_LIVES}`,
      'If you did not open an account, do not confirm: someone mistyped their address, and nothing of yours is shown to them.',
    ],
    button: 'Confirm email address',
    reason: 'You receive this email because an account at Crystalline was opened with this address.',
  },
  ...orderEmailTexts,
  ...subscriptionEmailTexts,
};
