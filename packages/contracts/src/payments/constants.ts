/** `open` waits for the store's response, `under_review` for the bank's decision; the others are final. */
export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const;

/** As in the view `payment_problems`: the kind of a captured payment without an order that is listed among the differences, and is none itself. */
export const NO_ORDER = 'no_order';

export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
