import type { DisputeStatus } from './admin-schema.ts';

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
