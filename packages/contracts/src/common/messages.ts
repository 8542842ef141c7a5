import { STAFF_PASSWORD_MIN } from './permissions.ts';

export const problemMessages = {
  invalid: 'Some information is missing or invalid. Please check it and try again.',
  unauthenticated: 'Please log in to continue.',
  forbidden: 'You don’t have permission to do this.',
  crossOriginBlocked: 'This request came from another site, so we blocked it.',
  notFound: 'We couldn’t find what you’re looking for.',
  tooLarge: 'This request is too large. Please reduce its size and try again.',
  unsupportedType: 'Send the request body as JSON.',
  accountChanged: 'This account was just changed. Please try again.',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  searchBusy: 'We’re handling a lot of searches right now. Please try again in a few seconds.',
  unavailable: 'Our store is temporarily unavailable. Please try again in a few seconds.',
  unexpected: 'Something went wrong on our side. Please try again later.',
};

export const timeMessages = {
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  justNow: 'Just now',
  minutesAgo: (count: number) => (count === 1 ? '1 minute ago' : `${count} minutes ago`),
  hoursAgo: (count: number) => (count === 1 ? '1 hour ago' : `${count} hours ago`),
  yesterday: 'Yesterday',
  daysAgo: (count: number) => `${count} days ago`,
};

/** Reasons to deny a staff member access to the admin panel. */
export const accessMessages = {
  accountRequired: 'You need an account for this. Choose a password to create yours.',
  logInAgain: 'For your security, please log in again to open the admin panel.',
  newPasswordRequired: `Staff need a stronger password: at least ${STAFF_PASSWORD_MIN} characters, and not a common one. Change yours to open the admin panel.`,
  twoFactorRequired: 'This store requires two-factor authentication for staff. Set it up to open the admin panel.',
};

export const idempotencyMessages = {
  keyMissing: 'The Idempotency-Key header is required.',
  keyReused: 'This Idempotency-Key was already used for a different request.',
};

export const staffMessages = {
  formerStaffMember: 'Former staff member',
  /** Why work in the background was stopped. */
  lostPermission: (name: string) => `Stopped: ${name} no longer has this permission.`,
};

export const filterMessages = {
  tooShort: (count: number) => `Enter at least ${count} characters`,
  tooLong: 'Use a shorter search',
  badDay: 'Enter a valid date, for example 2026-03-05',
};
