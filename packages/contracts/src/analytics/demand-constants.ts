/** The tabs of the Unmet demand page, each a list and a CSV export. */
export const DEMAND_KINDS = ['noResults', 'noClicks', 'soldOut', 'sizes', 'waitlist', 'done'] as const;
export type DemandKind = (typeof DEMAND_KINDS)[number];

/** What shoppers did not get: results of a search query, a product, or one variant of it. */
export const DEMAND_SUBJECTS = ['search', 'product', 'variant'] as const;
export type DemandSubject = (typeof DEMAND_SUBJECTS)[number];

export const REMEDIES = ['synonym', 'product', 'restock'] as const;
export type Remedy = (typeof REMEDIES)[number];

export const REMEDIES_OF: Record<DemandSubject, readonly Remedy[]> = {
  search: ['synonym', 'product'],
  product: ['restock'],
  variant: ['restock'],
};

/** Rows of each list; an export has more. */
export const DEMAND_ROWS = 100;

/** Searches of a day and its queries are stored up to this length. */
export const DEMAND_KEY_MAX = 80;
