import type { AuditAction } from '../audit/messages.ts';
import type { ATTENTION } from './constants.ts';

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
  noOrders: 'No orders yet. New orders appear here.',
  popular: 'Popular Products',
  popularIn: (month: string) => `Best sellers in ${month}`,
  nothingSold: 'No sales yet. Your best sellers appear here.',
  toAnalytics: 'View analytics',
  sold: (units: number) => `${units.toLocaleString('en-US')} sold`,
  activity: 'Recent Activity',
  noActivity: 'No activity yet. Changes made in the admin panel appear here.',
  system: 'System',
  attention: 'Needs attention',
  allWell: 'Nothing needs your attention right now.',
  attentionTo: {
    unpaid: counted('unpaid order', 'unpaid orders'),
    tickets: counted('open support ticket', 'open support tickets'),
    reviews: counted('review to approve', 'reviews to approve'),
    orphanedPayments: counted('payment without an order', 'payments without an order'),
    failedJobs: counted('failed background job', 'failed background jobs'),
  } satisfies Record<(typeof ATTENTION)[number], (count: string) => string>,
  lowStock: 'Low stock',
  allLow: 'View all low-stock products',
  available: (units: number) => (units === 0 ? 'Out of stock' : `${units} left`),
  moreLow: (count: string) => `${count} variants are low in stock.`,
};

/** Follows the actor's name in a sentence. For orders and products, the order number or product name comes after it. */
const ACTIVITY_TEXTS: Record<Exclude<AuditAction, `login.${string}` | 'access.refuse'>, string> = {
  'order.status': 'updated the status of order',
  'order.note': 'added a note to order',
  'order.resend_email': 'resent an email about order',
  'order.refund': 'issued a refund for order',
  'orders.bulk_update': 'updated the status of several orders',
  'payment.refund': 'refunded a payment without an order',
  'refund.retry': 'retried a refund',
  'difference.resolve': 'resolved a reconciliation difference',
  'product.create': 'added product',
  'product.update': 'edited product',
  'product.delete': 'deleted product',
  'product.undo': 'undid a change to product',
  'stock.adjust': 'adjusted the stock of',
  'image.upload': 'uploaded an image',
  'import.upload': 'uploaded a product import',
  'import.start': 'started a product import',
  'import.stop': 'stopped a product import',
  'import.undo': 'undid a product import',
  'review.moderate': 'moderated a review',
  'ticket.reply': 'replied to a support ticket',
  'ticket.status': 'closed or reopened a support ticket',
  'customer.role': 'changed a user’s role',
  'customer.sign-out': 'logged a customer out of all devices',
  'discount_code.create': 'created a discount code',
  'discount_code.save': 'edited a discount code',
  'discount_code.start': 'activated a discount code',
  'discount_code.stop': 'deactivated a discount code',
  'campaign.start': 'sent a campaign',
  'newsletter.remove': 'removed a newsletter subscriber',
  'settings.save': 'updated the store settings',
  'job.retry': 'retried a failed job',
  'job.remove': 'removed a failed job',
  'export.orders': 'exported orders',
  'export.newsletter': 'exported the newsletter subscribers',
  'export.own-data': 'downloaded their own data',
};
const texts: Record<string, string> = ACTIVITY_TEXTS;

/** Entries of earlier releases can have an action without a text. */
export const activityText = (action: string) => texts[action] ?? action.replaceAll(/[._]/g, ' ');
