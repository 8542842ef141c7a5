/** Reports of the analytics page, each also exported as CSV. */
export const REPORTS = ['sales', 'categories', 'products', 'methods', 'discountCodes', 'funnel', 'searches'] as const;

export type Report = (typeof REPORTS)[number];

export const STEPS = ['visits', 'products', 'carts', 'checkouts', 'orders'] as const;

/** The dashboard's list of what needs attention. */
export const ATTENTION = ['unpaid', 'tickets', 'reviews', 'orphanedPayments', 'failedJobs'] as const;

/** Larger numbers are shown as "99+": counting ten million rows would be too slow. */
export const COUNTED_TO = 99;
