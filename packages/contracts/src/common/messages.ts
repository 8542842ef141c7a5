import { ADMIN_PASSWORD_MIN } from './permissions.ts';

export const problemMessages = {
  invalid: 'Some of the information is missing or not valid. Please check it and try again.',
  unauthenticated: 'Please sign in to continue.',
  forbidden: 'Your account may not do this.',
  crossOriginBlocked: 'This request came from another site and was refused. Please use the shop itself.',
  notFound: 'We could not find what you asked for.',
  tooLarge: 'That is more than we can take at once. Please send less.',
  unsupportedType: 'Please send this as JSON.',
  accountChanged: 'This account changed in the meantime. Please try again.',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  searchBusy: 'We’re handling a lot of searches right now. Please try again in a few seconds.',
  unavailable: 'The shop cannot answer right now. Please try again in a few seconds.',
  unexpected: 'Something went wrong on our side. Please try again later.',
};

export const timeMessages = {
  justNow: 'Just now',
  minutesAgo: (count: number) => (count === 1 ? '1 minute ago' : `${count} minutes ago`),
  hoursAgo: (count: number) => (count === 1 ? '1 hour ago' : `${count} hours ago`),
  yesterday: 'Yesterday',
  daysAgo: (count: number) => `${count} days ago`,
};

/** Why a staff member is not let into the admin panel. */
export const accessMessages = {
  signInAgain: 'You have been signed in for long. Please log in again to open the admin pages.',
  newPasswordRequired: `Staff need a stronger password: at least ${ADMIN_PASSWORD_MIN} characters, and not a common one. Change yours to open the admin panel.`,
  twoFactorRequired: 'Admins of this shop need two-factor sign-in. Please set it up to open the admin pages.',
};

export const idempotencyMessages = {
  keyMissing: 'Please send an Idempotency-Key with this request.',
  keyReused: 'This Idempotency-Key was used for another request.',
};

export const staffMessages = {
  formerStaffMember: 'Former staff member',
};

export const filterMessages = {
  tooShort: (count: number) => `Please type at least ${count} characters to search.`,
  tooLong: 'Please use fewer words to search.',
  badDay: 'Please enter a day, such as 2026-03-05.',
};
