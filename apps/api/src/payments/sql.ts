/** In this order: a payment that was captured is not authorized again by a late event. */
export const PAYMENT_STATES = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
