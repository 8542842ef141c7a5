/** `open` waits for the store's response, `under_review` for the bank's decision; the others are final. */
export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const;

export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
