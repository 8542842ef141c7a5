/** Reports of the analytics page, each also exported as CSV. */
export const REPORTS = [
  'sales',
  'categories',
  'products',
  'methods',
  'discountCodes',
  'customers',
  'refunds',
  'refundedProducts',
  'funnel',
  'searches',
] as const;

export type Report = (typeof REPORTS)[number];

export const STEPS = ['visits', 'products', 'carts', 'checkouts', 'orders'] as const;

/** The tiles of the analytics page; each switches the chart to its figure. */
export const CHARTS = [
  'revenue',
  'orders',
  'average',
  'units',
  'customers',
  'returning',
  'refunds',
  'abandonment',
] as const;
export type Chart = (typeof CHARTS)[number];

/** The four cards of the dashboard, in their order. */
export const CARDS = ['revenue', 'orders', 'customers', 'abandonment'] as const satisfies readonly Chart[];

/** Figures of which less is better. */
export const LESS_IS_BETTER: readonly Chart[] = ['refunds', 'abandonment'];

export const COMPARISONS = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const PRESETS = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth', 'thisYear'] as const;
export type Preset = (typeof PRESETS)[number];

/** Two years with a leap day: bounds what a page reads. */
export const RANGE_DAYS_MAX = 731;

/** The dashboard's counts of what needs attention. */
export const ATTENTION = [
  'toShip',
  'atRisk',
  'unpaid',
  'lowStock',
  'tickets',
  'reviews',
  'paymentProblems',
  'failedJobs',
] as const;

/** Larger numbers are shown as "99+": counting ten million rows would be too slow. */
export const COUNTED_TO = 99;
