/** The provider's entities, in the format of its API. Amounts are integers in minor units (paise). */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** Quirk of the provider: without notes, it returns an empty array instead of an empty object. */
export const Notes = z.union([z.record(z.string(), z.union([z.string(), z.number()])), z.tuple([])]);
export type Notes = z.infer<typeof Notes>;

export const Capture = z.enum(['automatic', 'manual']);
export type Capture = z.infer<typeof Capture>;

export const Order = z.object({
  id: z.string(),
  entity: z.literal('order'),
  amount: z.int(),
  amount_paid: z.int(),
  amount_due: z.int(),
  currency: z.string(),
  receipt: z.string().nullable(),
  offer_id: z.null(),
  status: z.enum(['created', 'attempted', 'paid']),
  attempts: z.int(),
  notes: Notes,
  created_at: z.int(),
  /** Internal; not part of the API. */
  capture: Capture,
});
export type Order = z.infer<typeof Order>;

export const Method = z.enum(['card', 'upi', 'wallet', 'netbanking']);
export type Method = z.infer<typeof Method>;

/** The part of a card that may be stored: neither its number nor its security code. */
const Card = z.object({
  id: z.string(),
  entity: z.literal('card'),
  name: z.string(),
  last4: z.string(),
  network: z.string(),
  type: z.literal('debit'),
  issuer: z.null(),
  international: z.literal(false),
  emi: z.literal(false),
});

export const Payment = z.object({
  id: z.string(),
  entity: z.literal('payment'),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  order_id: z.string(),
  invoice_id: z.null(),
  international: z.literal(false),
  method: Method,
  amount_refunded: z.int(),
  refund_status: z.enum(['partial', 'full']).nullable(),
  captured: z.boolean(),
  description: z.string().nullable(),
  card_id: z.string().nullable(),
  card: Card.optional(),
  bank: z.string().nullable(),
  wallet: z.string().nullable(),
  vpa: z.string().nullable(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
  notes: Notes,
  fee: z.int().nullable(),
  tax: z.int().nullable(),
  error_code: z.string().nullable(),
  error_description: z.string().nullable(),
  error_source: z.string().nullable(),
  error_step: z.string().nullable(),
  error_reason: z.string().nullable(),
  acquirer_data: z.record(z.string(), z.string().nullable()),
  created_at: z.int(),
});
export type Payment = z.infer<typeof Payment>;

export const Refund = z.object({
  id: z.string(),
  entity: z.literal('refund'),
  amount: z.int(),
  currency: z.string(),
  payment_id: z.string(),
  notes: Notes,
  receipt: z.string().nullable(),
  acquirer_data: z.object({ arn: z.null() }),
  created_at: z.int(),
  batch_id: z.null(),
  status: z.enum(['pending', 'processed', 'failed']),
  speed_requested: z.enum(['normal', 'optimum']),
  speed_processed: z.literal('normal'),
});
export type Refund = z.infer<typeof Refund>;

/** `lost` deducts the disputed amount from the account's balance; the payment itself is unchanged. */
export const Dispute = z.object({
  id: z.string(),
  entity: z.literal('dispute'),
  payment_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  amount_deducted: z.int(),
  gateway_dispute_id: z.string(),
  reason_code: z.string(),
  reason_description: z.string(),
  respond_by: z.int(),
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
  phase: z.enum(['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration']),
  created_at: z.int(),
});
export type Dispute = z.infer<typeof Dispute>;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 14 alphanumeric characters, like the provider's ids. */
export const freshId = () => [...randomBytes(14)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');

export const unixNow = () => Math.floor(Date.now() / 1_000);

/** One whole unit of the currency: 100 paise, 1 yen, 1,000 fils. */
export function minimumAmount(currency: string) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
}

export function shownOrder({ capture: _, ...order }: Order) {
  return order;
}
