export const PAYMENT_METHODS = ['card', 'upi', 'wallet', 'netbanking', 'cod'] as const;

/** How long a checkout reserves its items. */
export const RESERVATION_MINUTES = 15;

/** Limit per customer of checkouts that expired unpaid: beyond it, the next online payment has to wait. */
export const EXPIRED_CHECKOUTS_PER_HOUR = 2;
