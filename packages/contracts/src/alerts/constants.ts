/** Reasons to email the owners, most urgent first. */
export const ALERT_KINDS = [
  'payment_page_changed',
  'failed_check',
  'payment_dispute',
  'reconciliation_difference',
  'pending_refund',
  'failed_job',
  'failed_payment',
  'low_stock',
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];
