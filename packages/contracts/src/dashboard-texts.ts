/** Why somebody at the panel should look at something. */
export const ATTENTION = ['unpaid', 'tickets', 'reviews', 'strays', 'deadJobs'] as const;

const counted = (one: string, many: string) => (count: string) => `${count} ${count === '1' ? one : many}`;
const change = (percent: number) => `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toFixed(1)}%`;

export const dashboardMessages = {
  title: 'Dashboard',
  cards: {
    revenue: 'Total Revenue',
    orders: 'Total Orders',
    customers: 'New Customers',
    abandonment: 'Cart Abandonment',
  },
  thisMonth: 'This month so far',
  explained:
    'Revenue is order totals, paid or not, minus refunds; cancelled orders don’t count. Changes compare this month so far with the same days of last month (UTC).',
  fromLastMonth: (percent: number) => `${change(percent)} from last month`,
  nothingLastMonth: 'No data from last month yet',
  noCarts: 'No carts yet',
  revenue: 'Revenue by day',
  last30Days: 'Last 30 days',
  recentOrders: 'Recent Orders',
  viewAllOrders: 'View All Orders',
  noOrders: 'When somebody orders something, it appears here.',
  popular: 'Popular Products',
  popularIn: (month: string) => `Sold most in ${month}.`,
  nothingSold: 'When something is sold, it appears here.',
  toAnalytics: 'See all in Analytics',
  sold: (units: number) => (units === 1 ? '1 piece sold' : `${units.toLocaleString('en-US')} pieces sold`),
  activity: 'Recent Activity',
  noActivity: 'When somebody changes something in the panel, it is told here.',
  somebody: 'Somebody who has left',
  theShop: 'The shop',
  attention: 'Needs attention',
  allWell: 'Nothing needs attention right now.',
  attentionTo: {
    unpaid: counted('unpaid order', 'unpaid orders'),
    tickets: counted('open support ticket', 'open support tickets'),
    reviews: counted('review to approve', 'reviews to approve'),
    strays: counted('payment without an order', 'payments without an order'),
    deadJobs: counted('background job that gave up', 'background jobs that gave up'),
  } satisfies Record<(typeof ATTENTION)[number], (count: string) => string>,
  lowStock: 'Low stock',
  allLow: 'See all products that are low',
  left: (units: number) => (units === 0 ? 'None left' : `${units} left`),
  moreLow: (count: string) => `${count} pieces are low in all.`,
};

/** What was done, in words; a deed that has none is told by its name. */
const DEEDS: Record<string, string> = {
  'order.status': 'changed the status of an order',
  'order.note': 'wrote a note on an order',
  'order.mail': 'sent a mail again',
  'order.refund': 'paid a part of an order back',
  'orders.batch': 'moved many orders at once',
  'payment.refund': 'paid a payment back',
  'refund.retry': 'tried a refund again',
  'difference.resolve': 'settled a difference with the provider',
  'product.create': 'added a product',
  'product.change': 'changed a product',
  'product.delete': 'deleted a product',
  'product.undo': 'took a change of a product back',
  'stock.change': 'changed the stock of a piece',
  'picture.upload': 'uploaded a picture',
  'review.decide': 'decided on a review',
  'ticket.answer': 'answered a support ticket',
  'ticket.status': 'closed or opened a support ticket',
  'customer.role': 'changed the part of a person',
  'customer.sign-out': 'signed a customer out everywhere',
  'promo.create': 'made a discount code',
  'promo.save': 'changed a discount code',
  'promo.start': 'started a discount code',
  'promo.stop': 'stopped a discount code',
  'campaign.start': 'sent a promotion',
  'newsletter.remove': 'took an address off the newsletter',
  'settings.save': 'changed the store settings',
  'job.retry': 'tried a background job again',
  'job.remove': 'removed a background job',
};
export const deedText = (action: string) => DEEDS[action] ?? action.replaceAll(/[._]/g, ' ');
