/** Unconfirmed subscriptions are deleted after this. */
export const NEWSLETTER_LINK_DAYS = 7;

/** How long the success message stays before the form is ready again. */
export const NEWSLETTER_MESSAGE_MS = 5_000;
