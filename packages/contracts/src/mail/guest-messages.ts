import { CONFIRM_LINK_HOURS } from '../identity/constants.ts';

const LINK_EXPIRES = `This link works once and expires in ${CONFIRM_LINK_HOURS} hours.`;
const reasonFor = (store: string) =>
  `You’re receiving this email because this address was used for a guest checkout at ${store}.`;
const NOT_YOU = 'If this wasn’t you, you can ignore this email and nothing will change.';

/** To a guest who chose a password: which of these it is depends on whether the address has an account. */
export const guestEmailTexts = (store: string) => ({
  order_link: (number: string) => ({
    subject: `New link to your order #${number}`,
    preview: 'It opens your order for the next 12 months.',
    heading: 'Here is your new link',
    paragraphs: [
      `You asked for a new link to your order #${number}. It opens your order for the next 12 months.`,
      NOT_YOU,
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
      `${LINK_EXPIRES} ${NOT_YOU}`,
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
      NOT_YOU,
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
      NOT_YOU,
    ],
    button: 'Log in',
    reason: reasonFor(store),
  },
});
