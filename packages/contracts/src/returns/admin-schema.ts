import { z } from 'zod';
import { dateRange, unlessEmpty } from '../common/filters.ts';
import { Id, requiredText } from '../common/schema.ts';
import { NewShipment } from '../orders/shipment-schema.ts';
import { adminReturnMessages as messages } from './admin-messages.ts';
import { RETURN_REASONS, RETURN_STATUSES } from './constants.ts';
import { RefundTerms, Return } from './schema.ts';

export const ADMIN_RETURNS_SHOWN = 50;
export const REASON_ROWS_SHOWN = 100;
/** Of an export. */
export const REASON_ROWS_EXPORTED = 10_000;

/** Newest first. `after` is the id of the last return of the previous page. */
export const AdminReturnQuery = z.strictObject({
  status: unlessEmpty(z.enum(RETURN_STATUSES)),
  after: unlessEmpty(Id),
});
export type AdminReturnQuery = z.infer<typeof AdminReturnQuery>;

/** A row of the list. */
export const ReturnSummary = z.object({
  id: Id,
  orderId: Id,
  number: z.string(),
  customer: z.string(),
  status: z.enum(RETURN_STATUSES),
  units: z.number().int(),
  exchanges: z.number().int(),
  requestedAt: z.iso.datetime(),
});
export type ReturnSummary = z.infer<typeof ReturnSummary>;

export const AdminReturn = Return.extend({
  number: z.string(),
  userId: Id,
  customer: z.string(),
  email: z.string(),
  /** Of the recipient of a gift who requested it; null: the customer requested it. */
  recipientEmail: z.string().nullable().default(null),
  terms: RefundTerms,
});
export type AdminReturn = z.infer<typeof AdminReturn>;

export const ReturnDecision = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('authorized'),
    instructions: z.string().trim().max(1_000, messages.instructionsTooLong).default(''),
  }),
  z.strictObject({
    decision: z.literal('declined'),
    reason: requiredText(500, messages.reasonMissing, messages.reasonTooLong),
  }),
]);
export type ReturnDecision = z.infer<typeof ReturnDecision>;

const units = z.number(messages.badUnits).int(messages.badUnits).min(0, messages.badUnits);

/** The units that came back. Lines that are left out did not. */
export const ReturnReceipt = z.strictObject({
  lines: z
    .array(z.strictObject({ id: Id, restocked: units, writtenOff: units }))
    .max(200)
    .refine((lines) => lines.some(({ restocked, writtenOff }) => restocked + writtenOff > 0), messages.nothingReceived)
    .refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, messages.badUnits),
});
export type ReturnReceipt = z.infer<typeof ReturnReceipt>;

/** Units that come back, by what was bought and why. */
export const ReturnReasonRow = z.object({
  productId: Id,
  name: z.string(),
  sku: z.string().default(''),
  options: z.record(z.string(), z.string()),
  units: z.number().int(),
  reasons: z.partialRecord(z.enum(RETURN_REASONS), z.number().int()),
});
export type ReturnReasonRow = z.infer<typeof ReturnReasonRow>;

export const ReturnReasonQuery = z.strictObject(dateRange);
export type ReturnReasonQuery = z.infer<typeof ReturnReasonQuery>;

/** Without a tracking number one is assigned (TRK and 8 digits). */
export const ExchangeShipment = NewShipment.pick({ carrier: true, trackingNumber: true, trackingUrl: true });
export type ExchangeShipment = z.infer<typeof ExchangeShipment>;
