import { z } from 'zod';
import { dateRange, unlessEmpty } from '../common/filters.ts';
import { Id, Moment, OptionValues, requiredText } from '../common/schema.ts';
import { REFUND_METHODS } from '../orders/constants.ts';
import { NewShipment } from '../orders/shipment-schema.ts';
import { adminReturnMessages as messages } from './admin-messages.ts';
import { RefundTerms, Return, ReturnReason, ReturnStatus } from './schema.ts';

export const ADMIN_RETURNS_SHOWN = 50;
export const REASON_ROWS_SHOWN = 100;
/** Of an export. */
export const REASON_ROWS_EXPORTED = 10_000;

export const AdminReturnQuery = z.strictObject({
  status: unlessEmpty(ReturnStatus).describe('Only returns with this status.'),
  after: unlessEmpty(Id).describe('The id of the last return of the previous page, as in its `Link`.'),
});
export type AdminReturnQuery = z.infer<typeof AdminReturnQuery>;

export const ReturnSummary = z
  .object({
    id: Id,
    orderId: Id.describe('The order that the items were bought with.'),
    number: z.string().describe('The number of the order: the last 8 characters of its id.'),
    customer: z.string().describe('The current name of the customer.'),
    status: ReturnStatus,
    units: z.number().int().describe('Units that the customer announced.'),
    exchanges: z.number().int().describe('Those of them that are to be exchanged; the others are refunded.'),
    requestedAt: Moment.describe('When the customer or the recipient of the gift requested it.'),
  })
  .meta({ id: 'ReturnSummary', description: 'A return in a list for staff.' });
export type ReturnSummary = z.infer<typeof ReturnSummary>;

export const AdminReturn = Return.extend({
  number: z.string().describe('The number of the order: the last 8 characters of its id.'),
  userId: Id.describe('The customer of the order.'),
  customer: z.string().describe('The current name of the customer.'),
  email: z.string().describe('The email address the order was placed with.'),
  recipientEmail: z
    .string()
    .nullable()
    .default(null)
    .describe('That of the recipient of a gift who requested it; null: the customer requested it, or it is erased.'),
  terms: RefundTerms,
}).meta({ id: 'AdminReturn', description: 'A return for staff, with what its refund is calculated from.' });
export type AdminReturn = z.infer<typeof AdminReturn>;

export const ReturnDecision = z
  .discriminatedUnion('decision', [
    z.strictObject({
      decision: z
        .literal('authorized')
        .describe('The items are expected. From now on, the days until the return expires are counted again.'),
      instructions: z
        .string()
        .trim()
        .max(1_000, messages.instructionsTooLong)
        .default('')
        .describe('Sent to who requested it, with the address of the store. Empty: none.'),
    }),
    z.strictObject({
      decision: z.literal('declined').describe('Ends the return, and releases its exchange.'),
      reason: requiredText(500, messages.reasonMissing, messages.reasonTooLong).describe('Sent to who requested it.'),
    }),
  ])
  .meta({ id: 'ReturnDecision', description: 'What staff decide about a requested return.' });
export type ReturnDecision = z.infer<typeof ReturnDecision>;

const units = z.number(messages.badUnits).int(messages.badUnits).min(0, messages.badUnits);

export const ReturnReceipt = z
  .strictObject({
    lines: z
      .array(
        z.strictObject({
          id: Id.describe('The line of the return.'),
          restocked: units.describe('Units that return to stock.'),
          writtenOff: units.describe(
            'Units that cannot be sold again. With those restocked, at most what was announced.',
          ),
        }),
      )
      .max(200)
      .refine(
        (lines) => lines.some(({ restocked, writtenOff }) => restocked + writtenOff > 0),
        messages.nothingReceived,
      )
      .refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, messages.badUnits)
      .describe('At least one unit. Lines that are left out did not come back.'),
  })
  .meta({
    id: 'ReturnReceipt',
    description: 'The units that came back. Others are neither refunded nor exchanged, and can be returned again.',
  });
export type ReturnReceipt = z.infer<typeof ReturnReceipt>;

export const ReturnRefund = z
  .strictObject({
    method: z
      .enum(REFUND_METHODS)
      .optional()
      .describe(
        'How it is paid: all but `provider` are paid by staff, and only recorded. By default `provider` or, if the order was paid in cash, `cash`.',
      ),
  })
  .meta({ id: 'ReturnRefund', description: 'The refund of a return. Its amount follows from the units received.' });
export type ReturnRefund = z.infer<typeof ReturnRefund>;

export const ReturnReasonRow = z
  .object({
    productId: Id.describe('The product of the variant.'),
    name: z.string().describe('The current name of the product.'),
    sku: z.string().default('').describe('The current SKU of the variant.'),
    options: OptionValues,
    units: z.number().int().describe('Units of it in returns that were requested on these days.'),
    reasons: z
      .partialRecord(ReturnReason, z.number().int())
      .describe('The units by reason; one without units is missing.'),
  })
  .meta({
    id: 'ReturnReasonRow',
    description:
      'Why a variant comes back. Declined, cancelled and expired returns count too: their reasons are as true.',
  });
export type ReturnReasonRow = z.infer<typeof ReturnReasonRow>;

export const ReturnReasonQuery = z.strictObject({
  from: dateRange.from.describe(
    'Only returns requested on this day or later, in the store’s time zone. By default 90 days before the last one.',
  ),
  to: dateRange.to.describe(
    'Only returns requested on this day or earlier, in the store’s time zone. By default today.',
  ),
});
export type ReturnReasonQuery = z.infer<typeof ReturnReasonQuery>;

export const ExchangeShipment = z
  .strictObject({
    carrier: NewShipment.shape.carrier,
    trackingNumber: NewShipment.shape.trackingNumber.describe('Empty: one is assigned (TRK and 8 digits).'),
    trackingUrl: NewShipment.shape.trackingUrl,
  })
  .meta({ id: 'ExchangeShipment', description: 'Ships the exchange of a return that was received.' });
export type ExchangeShipment = z.infer<typeof ExchangeShipment>;
