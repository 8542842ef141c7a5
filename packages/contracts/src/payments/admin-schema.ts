import { z } from 'zod';
import { after, dateSort } from '../common/filters.ts';
import { Id } from '../common/schema.ts';
import { DISPUTE_STATUSES } from './constants.ts';

const moment = z.iso.datetime();

export const PaymentDispute = z.object({
  id: Id,
  providerDisputeId: z.string(),
  providerPaymentId: z.string(),
  amountMinor: z.number().int(),
  currency: z.string(),
  /** The provider's code, for example `goods_or_services_not_received_or_partially_received`. */
  reason: z.string().nullable(),
  phase: z.string().nullable(),
  status: z.enum(DISPUTE_STATUSES),
  respondBy: moment.nullable(),
  disputedAt: moment,
  /** Null for a payment without an order. */
  order: z.object({ id: Id, number: z.string() }).nullable(),
});
export type PaymentDispute = z.infer<typeof PaymentDispute>;

export const PAYMENTS_SHOWN = 50;

export const PaymentQuery = z.strictObject({
  show: z.enum(['orphanedPayments', 'all']).default('all'),
  sort: dateSort,
  after,
});

export type PaymentQuery = z.infer<typeof PaymentQuery>;

export const PaymentSummary = z.object({
  id: Id,
  providerPaymentId: z.string(),
  amountMinor: z.number().int(),
  currency: z.string(),
  status: z.enum(['captured', 'refunded']),
  createdAt: moment,
  customer: z.object({ id: Id, name: z.string() }),
  order: z.object({ id: Id, number: z.string() }).nullable(),
});

export type PaymentSummary = z.infer<typeof PaymentSummary>;

/** A reconciliation difference with its payment or refund; these fields are null if the store has no record. */
export const PaymentDifference = z.object({
  id: Id,
  kind: z.string(),
  /** The provider's id, or our refund id if the provider rejected the refund. */
  reference: z.string(),
  foundAt: moment,
  /** Message of the provider or of the store. */
  reason: z.string().nullable(),
  amountMinor: z.number().int().nullable(),
  currency: z.string().nullable(),
  payment: z.object({ id: Id, reference: z.string() }).nullable(),
  order: z.object({ id: Id, number: z.string() }).nullable(),
  refund: z.object({ id: Id, canRetry: z.boolean() }).nullable(),
});

export type PaymentDifference = z.infer<typeof PaymentDifference>;
