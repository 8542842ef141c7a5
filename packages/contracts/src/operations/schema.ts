import { z } from 'zod';
import { after } from '../common/filters.ts';
import { Id } from '../common/schema.ts';

const moment = z.iso.datetime();
const JobId = z.string().regex(/^\d{1,18}$/);

export const FailedJob = z.object({
  id: JobId,
  task: z.string(),
  attempts: z.number().int(),
  error: z.string(),
  at: moment,
});
export type FailedJob = z.infer<typeof FailedJob>;
export const JobParams = z.object({ id: JobId });

/** Health and status of the system. */
export const SystemReport = z.object({
  version: z.string(),
  node: z.string(),
  postgres: z.string(),
  schema: z.string(),
  startedAt: moment,
  databaseMs: z.number(),
  redis: z.boolean(),
  workerSeenAt: moment.nullable(),
  queue: z.object({
    /** Counted up to 10,001. */
    waiting: z.number().int(),
    oldestDueAt: moment.nullable(),
    byTask: z.array(z.object({ task: z.string(), jobs: z.number().int() })),
  }),
  failedJobs: z.array(FailedJob),
  rules: z.array(z.object({ id: z.string(), rule: z.string(), violations: z.number().int() })),
  checkedAt: moment.nullable(),
});
export type SystemReport = z.infer<typeof SystemReport>;

export const PAYMENTS_SHOWN = 50;

export const PaymentQuery = z.strictObject({ show: z.enum(['orphanedPayments', 'all']).default('all'), after });
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
