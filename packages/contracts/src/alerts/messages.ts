import { differenceLabels } from '../payments/admin-messages.ts';

const counted = (one: string, many: string) => (count: number) => (count === 1 ? `1 ${one}.` : `${count} ${many}.`);

export const alertMessages = {
  title: 'Your store needs attention',
  counted: {
    payment_page_changed: counted(
      'change to the payment page hasn’t been accepted',
      'changes to the payment page haven’t been accepted',
    ),
    failed_check: counted('data integrity check failed', 'data integrity checks failed'),
    payment_dispute: counted('payment is disputed and needs a response', 'payments are disputed and need a response'),
    reconciliation_difference: counted(
      'payment doesn’t match the payment provider’s records',
      'payments don’t match the payment provider’s records',
    ),
    pending_refund: counted(
      'refund has been pending for more than an hour',
      'refunds have been pending for more than an hour',
    ),
    failed_job: counted('background job failed', 'background jobs failed'),
    failed_payment: counted('payment failed', 'payments failed'),
    low_stock: counted('variant is low in stock', 'variants are low in stock'),
  },
  andMore: (count: number) => `And ${count} more.`,
  failedCheck: (rule: string, rows: number) => `Check ${rule}: ${rows === 1 ? '1 record' : `${rows} records`} affected`,
  dispute: (amount: string, respondBy: string | null) =>
    respondBy ? `${amount}, respond by ${respondBy}` : `${amount}, no response date given`,
  difference: (kind: string, reference: string) => `${reference}: ${differenceLabels[kind] ?? kind}`,
  pendingRefund: (amount: string, error: string | null) => `${amount}: ${error ?? 'not attempted yet'}`,
  lowStock: (variant: string, count: number) =>
    count === 0 ? `${variant}: out of stock` : `${variant}: ${count} left`,
};
