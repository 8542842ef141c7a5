import type { DisputeStatus } from './constants.ts';

export const disputeMessages = {
  title: 'Disputes',
  list: 'Disputed payments: those to respond to first',
  hint: 'Respond on the provider’s dashboard before the date, or accept the dispute there. Disputes that were decided stay here for 30 days.',
  none: 'No payment is disputed.',
  payment: 'Payment',
  amount: 'Amount',
  reason: 'Reason',
  noReason: 'Not given',
  opened: 'Opened',
  respondBy: 'Respond by',
  noDeadline: 'No date given',
  status: 'Status',
  order: 'Order',
  noOrder: 'None',
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
  list: 'Payments, newest first',
  show: 'Show',
  all: 'All payments',
  orphanedPayments: 'Without an order',
  payment: 'Payment',
  customer: 'Customer',
  amount: 'Amount',
  date: 'Date',
  order: 'Order',
  noOrder: 'None',
  status: 'Status',
  actions: 'Cure',
  refund: 'Give the money back',
  refundQuestion: 'Give the whole payment back to the customer?',
  refundYes: 'Yes, give it back',
  refunded: 'The money is on its way back.',
  reason: 'Payment without an order',
  none: 'No payments here',
  noneYet: 'When somebody pays, it appears here.',
  noOrphanedPayments: 'Every captured payment has its order.',
  notFound: 'We could not find this payment.',
  paymentNotOrphaned: 'This payment has an order, or was given back already.',
  differences: 'Differences from the provider’s books',
  noDifferences: 'Both books agree.',
  kind: 'Difference',
  reference: 'Payment or refund',
  found: 'Found',
  resolve: 'Mark as settled',
  resolveOf: (reference: string) => `Mark as settled: ${reference}`,
  resolved: 'The difference is marked as settled.',
  differenceNotFound: 'This difference is settled already.',
  retry: 'Retry refund',
  retryOf: (amount: string, reference: string) => `Retry refund: ${amount}, ${reference}`,
  retrying: 'Retrying...',
  retried: 'The refund is being tried again.',
  retryFailed: 'Couldn’t try the refund again. Please try again.',
  notRetryable:
    'This refund can’t be tried again: it didn’t fail, was tried again already, or nothing is left to refund.',
  refundedElsewhere: 'Refunded in the payment provider’s dashboard',
  refundConflict: 'The payment was refunded in the payment provider’s dashboard meanwhile.',
  refundNotFound: 'Refund not found.',
  refundOwed: 'The customer still waits for this money. Try the refund again before you mark it as resolved.',
};

export const paymentStateLabels = { captured: 'Captured', refunded: 'Given back' } as const;

/** What the two books can disagree about, and what to do. */
export const differenceLabels: Record<string, string> = {
  not_processed:
    'This payment couldn’t be processed. The store tries again by itself; if it stays here, ask whoever runs the server.',
  missed: 'We had not heard of this payment. It has been dealt with since.',
  amount_differs: 'Another amount was paid than was asked for. Give the money back, or settle it with the customer.',
  refunded_elsewhere:
    'This payment was refunded in the provider’s dashboard. The refund is recorded here too: check the order.',
  refund_missing:
    'The payment provider counts fewer refunds of this payment than the store. Check them in the provider’s dashboard.',
  unknown_order: 'The payment belongs to no checkout of ours. Look for it at the provider.',
  not_at_provider: 'The payment provider has no record of this payment or refund. Contact the provider.',
  refund_rejected:
    'The payment provider refused this refund, and the customer was told. Remove the cause, then try it again.',
  refund_failed: 'The payment provider couldn’t complete this refund, and the customer was told. Try it again.',
};
