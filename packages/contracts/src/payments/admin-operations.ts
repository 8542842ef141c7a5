import { operation } from '../common/operation.ts';
import { PaymentDispute } from './admin-schema.ts';

export const listPaymentDisputes = operation('GET /admin/payment-disputes', {
  id: 'listPaymentDisputes',
  tag: 'Admin: payments',
  summary: 'List payment disputes: open ones by urgency, then those decided in the last 30 days',
  response: PaymentDispute.array(),
});
