import type { DisputeStatus } from './constants.ts';

export const disputeMessages = {
  title: 'Disputes',
  list: 'Disputed payments, response needed first',
  hint: 'Respond to a dispute, or accept it, in the payment provider’s dashboard by the date shown. Decided disputes stay here for 30 days.',
  none: 'No disputed payments.',
  payment: 'Payment',
  amount: 'Amount',
  reason: 'Reason',
  noReason: 'Not provided',
  opened: 'Opened',
  respondBy: 'Respond by',
  noDeadline: 'No date given',
  status: 'Status',
  order: 'Order',
  noOrder: 'No order',
};

export const disputeStatusLabels: Record<DisputeStatus, string> = {
  open: 'Response needed',
  under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
};

/** `goods_not_received` → 'Goods not received'. */
export function formatReason(code: string) {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const paymentMessages = {
  title: 'Payments',
  payment: 'Payment',
  customer: 'Customer',
  noCustomer: 'Unknown',
  amount: 'Amount',
  date: 'Date',
  order: 'Order',
  noOrder: 'No order',
  status: 'Status',
  actions: 'Actions',
  refund: 'Refund',
  refundOf: (amount: string, reference: string) => `Refund: ${amount}, ${reference}`,
  refundTitle: 'Refund payment',
  refundAmount: (amount: string) => `Refund ${amount}`,
  keepPayment: 'Keep payment',
  refunding: 'Refunding...',
  refunded: 'Refund submitted.',
  reason: 'Payment without an order',
  none: 'No payments to show',
  noneYet: 'Online payments appear here.',
  notFound: 'Payment not found.',
  paymentNotOrphaned: 'This payment has an order or has already been refunded.',
  differences: 'Payments to check',
  all: 'All payments',
  noDifferences: 'No differences. Your records match the payment provider’s.',
  kind: 'Issue',
  reference: 'Payment or refund',
  found: 'Found on',
  resolve: 'Mark as resolved',
  resolveOf: (reference: string) => `Mark as resolved: ${reference}`,
  resolved: 'Difference marked as resolved.',
  differenceNotFound: 'This difference has already been resolved.',
  retry: 'Retry refund',
  retryOf: (amount: string, reference: string) => `Retry refund: ${amount}, ${reference}`,
  retryAmount: (amount: string) => `Retry refund of ${amount}`,
  retrying: 'Retrying...',
  retried: 'Refund queued for retry.',
  retryFailed: 'Couldn’t retry the refund. Please try again.',
  notRetryable: 'This refund can’t be retried: it didn’t fail, was already retried, or nothing is left to refund.',
  refundedElsewhere: 'Refunded in the payment provider’s dashboard',
  refundConflict: 'The payment was refunded in the payment provider’s dashboard before this refund was sent.',
  refundNotFound: 'Refund not found.',
  refundOwed: 'The customer hasn’t received this refund. Retry it before you mark the difference as resolved.',
};

export const paymentStateLabels = { captured: 'Captured', refunded: 'Refunded' } as const;

/** How the store's records can differ from the payment provider's, and what to do. */
export const differenceLabels: Record<string, string> = {
  not_processed:
    'This payment couldn’t be processed. The store retries it automatically. If it stays here, contact your server administrator.',
  missed: 'This payment was missed at first and has since been processed. No action needed.',
  amount_differs: 'The amount paid differs from the amount due. Refund the payment, or settle it with the customer.',
  refunded_twice:
    'This refund was made on the payment provider’s dashboard, after it was paid by other means. Check what the customer received.',
  refunded_elsewhere:
    'This payment was refunded in the provider’s dashboard. The refund is recorded here too. Check the order.',
  refund_missing:
    'The payment provider reports less refunded for this payment than the store. Check the refunds in the provider’s dashboard.',
  unknown_order:
    'This payment isn’t linked to any checkout. Look it up in the provider’s dashboard, then refund it or mark it as resolved.',
  no_order: 'This payment has no order. Refund it.',
  not_at_provider: 'The payment provider has no record of this payment or refund. Contact the provider.',
  refund_rejected: 'The payment provider rejected this refund. Fix the cause, then retry it.',
  refund_failed: 'The payment provider couldn’t complete this refund, and the customer has been notified. Retry it.',
};
