import { z } from 'zod';
import { Id } from '../common/schema.ts';

const moment = z.iso.datetime();

/** `open` waits for the store's response, `under_review` for the bank's decision; the others are final. */
export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

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
