import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import {
  PaymentDifference,
  PaymentDifferenceQuery,
  PaymentQuery,
  PaymentRefund,
  PaymentSummary,
} from '../payments/admin-schema.ts';

const tag = 'Admin: payments';

const ByPayment = z.object({ id: Id.describe('The payment’s id in the store, not the provider’s.') });
const ByRefund = z.object({ id: Id.describe('The refund’s id in the store, not the provider’s.') });
const ByDifference = z.object({
  id: Id.describe('An open difference. One of the kind `no_order` is resolved by a refund of its payment.'),
});

export const listPayments = operation('GET /admin/payments', {
  id: 'listPayments',
  tag,
  summary: 'List captured payments',
  query: PaymentQuery,
  response: z.array(PaymentSummary),
  headers: ['Link'],
});

export const refundOrphanedPayment = operation('POST /admin/payments/:id/refund', {
  id: 'refundOrphanedPayment',
  tag,
  summary: 'Refund a payment without an order',
  params: ByPayment,
  idempotent: 'optional',
  body: PaymentRefund.nullish(),
  status: 204,
  errors: { 404: ['payment_not_found'], 409: ['payment_not_orphaned', 'difference_resolved'] },
});

export const retryRefund = operation('POST /admin/refunds/:id/retry', {
  id: 'retryRefund',
  tag,
  summary: 'Retry a failed refund',
  params: ByRefund,
  idempotent: 'optional',
  status: 204,
  errors: { 404: ['refund_not_found'], 409: ['refund_not_retryable', 'refund_too_small'] },
});

export const listPaymentDifferences = operation('GET /admin/payment-differences', {
  id: 'listPaymentDifferences',
  tag,
  summary: 'List open reconciliation differences, then other captured payments without an order',
  query: PaymentDifferenceQuery,
  response: z.array(PaymentDifference),
  headers: ['Link'],
});

export const resolvePaymentDifference = operation('POST /admin/payment-differences/:id/resolution', {
  id: 'resolvePaymentDifference',
  tag,
  summary: 'Resolve a reconciliation difference',
  params: ByDifference,
  idempotent: 'optional',
  status: 204,
  errors: { 404: ['difference_not_found'], 409: ['refund_owed'] },
});
