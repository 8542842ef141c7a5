/** Everything that can be read on the page, and taken home as a table. */
export const REPORTS = ['sales', 'categories', 'products', 'methods', 'discountCodes', 'funnel', 'searches'] as const;
export type Report = (typeof REPORTS)[number];
export const STEPS = ['visits', 'products', 'carts', 'checkouts', 'orders'] as const;

export const analyticsMessages = {
  title: 'Analytics',
  choose: 'Period to show',
  period: 'Month or year',
  periodHint: 'Such as 2026-03, or 2026.',
  badPeriod: 'Please enter a month such as 2026-03, or a year such as 2026.',
  by: 'Shown by',
  granularities: { day: 'Day', week: 'Week', month: 'Month' },
  show: 'Show',
  earlier: 'Period before',
  later: 'Period after',
  explained:
    'Includes all orders that weren’t cancelled, by the date they were placed (UTC). Revenue is order totals, paid or not, minus refunds. A period that hasn’t ended is compared with the same days of the previous one. Figures may be a few minutes old.',
  unpaid: (amount: string) => `Includes ${amount} not paid yet`,
  totals: { revenue: 'Revenue', orders: 'Orders', units: 'Pieces', average: 'Average order' },
  before: (amount: string) => `${amount} in the period before, up to the same day`,
  reports: {
    sales: 'Sales over time',
    categories: 'By category',
    products: 'By product',
    methods: 'By payment method',
    discountCodes: 'By discount code',
    funnel: 'From visit to order',
    searches: 'Searches without result',
  } satisfies Record<Report, string>,
  notes: {
    categories:
      'What the pieces cost, before tax, shipping and discounts. A piece counts for the category it was sold in.',
    products: 'The products sold for most. What the pieces cost, before tax, shipping and discounts.',
    funnel:
      'Counted without cookies and without anything about a person: a visit is a page opened from elsewhere; the steps after it are counted once for each page that is opened anew.',
    searches: 'What visitors looked for in vain. Words that look like an address or a number are not kept.',
  },
  steps: {
    visits: 'Visits',
    products: 'Saw a product',
    carts: 'Began a cart',
    checkouts: 'Went to pay',
    orders: 'Ordered',
  } satisfies Record<(typeof STEPS)[number], string>,
  abandonment: (percent: string) => `${percent} of all carts were abandoned.`,
  noCarts: 'No cart was begun in this period.',
  csv: 'Download as CSV',
  csvOf: (report: string) => `Download as CSV: ${report}`,
  table: 'Show as a table',
  empty: 'There is nothing to show for this period.',
  columns: {
    start: 'From',
    revenue: 'Revenue',
    revenueBefore: 'Revenue, period before',
    orders: 'Orders',
    ordersBefore: 'Orders, period before',
    units: 'Pieces',
    value: 'Value',
    share: 'Share',
    name: 'Name',
    step: 'Step',
    count: 'Number',
    ofVisits: 'Of all visits',
    query: 'Looked for',
  },
  deletedProduct: 'A product that is gone',
};
