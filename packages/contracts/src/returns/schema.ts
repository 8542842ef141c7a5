import { z } from 'zod';
import { Amount, Id } from '../common/schema.ts';
import { RETURN_OUTCOMES, RETURN_REASONS, RETURN_STATUSES } from './constants.ts';
import { returnMessages as messages } from './messages.ts';

const COMMENT_MAX = 1_000;
const LINES_MAX = 200;

const Units = z.number().int().nonnegative();
/** Amount in minor units of the charged currency. */
const Minor = z.number().int();

/** Options by name, in the order of the product. */
const Options = z.record(z.string(), z.string());

const Tracking = z.object({
  carrier: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string().nullable(),
  shippedAt: z.iso.datetime(),
  /** From then on the units can be returned. */
  deliveredAt: z.iso.datetime().nullable().default(null),
});

export const ReturnLine = z.object({
  id: Id,
  orderItemId: Id,
  /** The line whose exchange comes back; null: the item comes back as it was ordered. */
  exchangeLineId: Id.nullable().default(null),
  productId: Id,
  variantId: Id,
  name: z.string(),
  options: Options,
  image: z.string().nullable(),
  /** Unit price paid. */
  price: Amount,
  quantity: z.number().int().positive(),
  reason: z.enum(RETURN_REASONS),
  outcome: z.enum(RETURN_OUTCOMES),
  exchange: z.object({ variantId: Id, options: Options }).nullable(),
  restocked: Units,
  writtenOff: Units,
  /** What was refunded for it. */
  refund: Minor,
});
export type ReturnLine = z.infer<typeof ReturnLine>;

export const Return = z.object({
  id: Id,
  orderId: Id,
  status: z.enum(RETURN_STATUSES),
  comment: z.string(),
  requestedAt: z.iso.datetime(),
  /** The exchange is reserved, and the items are expected, until then. */
  expiresAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  declineReason: z.string().nullable(),
  instructions: z.string(),
  receivedAt: z.iso.datetime().nullable(),
  refundedAt: z.iso.datetime().nullable(),
  refund: Minor,
  currency: z.string(),
  exchangeShipment: Tracking.nullable(),
  closedAt: z.iso.datetime().nullable(),
  /** Requested by the recipient of a gift, who gets the emails about it. */
  byRecipient: z.boolean().default(false),
  lines: z.array(ReturnLine),
});
export type Return = z.infer<typeof Return>;

/** What a refund is calculated from: amounts in dollars, the charge and what remains of it in minor units. */
export const RefundTerms = z.object({
  subtotal: Amount,
  tax: Amount,
  shipping: Amount,
  discount: Amount,
  total: Amount,
  discountCode: z.string().nullable(),
  taxBp: z.number().int(),
  discountBp: z.number().int(),
  charge: z.object({ amount: Minor, currency: z.string() }),
  chargeRate: z.number(),
  /** False for cash on delivery: the store arranges the refund with the customer. */
  paidOnline: z.boolean(),
  refundable: Minor,
  /** Prices of the units that earlier returns have refunded. */
  refundedPrice: Amount,
});
export type RefundTerms = z.infer<typeof RefundTerms>;

export const ExchangeOption = z.object({
  variantId: Id,
  options: Options,
  available: Units,
  /** Compared with the size bought; null if it differs in something else. */
  size: z.enum(['smaller', 'larger']).nullable(),
});
export type ExchangeOption = z.infer<typeof ExchangeOption>;

/** Units of an order as they were bought, or as they were received in exchange. */
export const ReturnableItem = z.object({
  orderItemId: Id,
  /** The return line that was exchanged for them; null: as bought. */
  exchangeLineId: Id.nullable().default(null),
  name: z.string(),
  options: Options,
  image: z.string().nullable(),
  price: Amount,
  quantity: z.number().int().positive(),
  /** Units that can be returned now. */
  returnable: Units,
  /** By its own delivery. */
  returnUntil: z.iso.datetime().nullable().default(null),
  isTooLate: z.boolean().default(false),
  /** The category is excluded from returns. */
  excluded: z.boolean(),
  /** Variants of the same product at the same price, smallest first. */
  exchanges: z.array(ExchangeOption),
});
export type ReturnableItem = z.infer<typeof ReturnableItem>;

/** What can be returned of an order, and why nothing can. */
export const ReturnOptions = z.object({
  orderId: Id,
  number: z.string(),
  deliveredAt: z.iso.datetime().nullable(),
  returnUntil: z.iso.datetime().nullable(),
  /** How long a size would be reserved. */
  reservedUntil: z.iso.datetime(),
  blocked: z.enum(['not_delivered', 'too_late', 'refunded', 'nothing_left']).nullable(),
  items: z.array(ReturnableItem),
  terms: RefundTerms,
  /** Newest first. */
  returns: z.array(Return),
});
export type ReturnOptions = z.infer<typeof ReturnOptions>;

/** An item of an order can be in a return as bought, and once for each of its exchanges. */
export const isEachItemOnce = (items: { orderItemId: string; exchangeLineId?: string }[]) =>
  new Set(items.map(({ orderItemId, exchangeLineId }) => exchangeLineId ?? orderItemId)).size === items.length;

export const NewReturnLine = z.strictObject({
  orderItemId: Id,
  /** The return line that was exchanged for these units. */
  exchangeLineId: Id.optional(),
  quantity: z.number(messages.quantityInvalid).int(messages.quantityInvalid).positive(messages.quantityInvalid),
  reason: z.enum(RETURN_REASONS, messages.reasonMissing),
  outcome: z.enum(RETURN_OUTCOMES, messages.outcomeMissing),
  variantId: z.uuid(messages.sizeMissing).optional(),
});

export const NewReturn = z.strictObject({
  items: z
    .array(
      NewReturnLine.refine(({ outcome, variantId }) => outcome === 'refund' || variantId !== undefined, {
        path: ['variantId'],
        error: messages.sizeMissing,
      }),
    )
    .min(1, messages.nothingChosen)
    .max(LINES_MAX)
    .refine(isEachItemOnce, messages.nothingChosen),
  comment: z.string().trim().max(COMMENT_MAX, messages.commentTooLong).default(''),
});
export type NewReturn = z.infer<typeof NewReturn>;
