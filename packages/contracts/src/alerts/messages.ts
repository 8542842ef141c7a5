const counted = (one: string, many: string) => (count: number) => (count === 1 ? `One ${one}.` : `${count} ${many}.`);

export const alertMessages = {
  title: 'The shop needs you',
  counted: {
    payment_page_changed: counted(
      'change of the payment page was not accepted by anybody',
      'changes of the payment page were not accepted by anybody',
    ),
    failed_check: counted('rule of the books is broken', 'rules of the books are broken'),
    payment_dispute: counted('payment is disputed and needs a response', 'payments are disputed and need a response'),
    reconciliation_difference: counted(
      'payment differs from the books of the provider',
      'payments differ from the books of the provider',
    ),
    pending_refund: counted('refund is pending for more than an hour', 'refunds are pending for more than an hour'),
    failed_job: counted('background job was given up', 'background jobs were given up'),
    failed_payment: counted('payment failed', 'payments failed'),
    low_stock: counted('piece is running low', 'pieces are running low'),
  },
  andMore: (count: number) => `And ${count} more.`,
  failedCheck: (rule: string, rows: number) => `Rule ${rule}, rows: ${rows}`,
  dispute: (amount: string, respondBy: string | null) =>
    respondBy ? `${amount}, respond by ${respondBy}` : `${amount}, no date to respond by`,
  difference: (kind: string, reference: string) => `${reference}: ${kind}`,
  pendingRefund: (amount: string, error: string | null) => `${amount}: ${error ?? 'not attempted yet'}`,
  lowStock: (variant: string, count: number) => (count === 0 ? `${variant}: sold out` : `${variant}: ${count} left`),
};
