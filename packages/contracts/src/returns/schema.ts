import { z } from 'zod';
import { Amount, BasisPoints, Id, Minor, Moment, OptionValues } from '../common/schema.ts';
import { Charge, ItemImage } from '../orders/parts-schema.ts';
import { RETURN_OUTCOMES, RETURN_REASONS, RETURN_STATUSES } from './constants.ts';
import { returnMessages as messages } from './messages.ts';

const COMMENT_MAX = 1_000;
const LINES_MAX = 200;

const Units = z.number().int().nonnegative();

export const ReturnStatus = z.enum(RETURN_STATUSES).meta({
  id: 'ReturnStatus',
  description:
    '`requested`: staff have not decided. `authorized`: the items are expected. `declined`: by staff, with a reason. `cancelled`: by the customer. `expired`: authorized, but not received in time; it can still be received. `received`: items came back, and a refund or an exchange is due. `completed`: refunded, and the exchange is shipped.',
});

export const ReturnReason = z.enum(RETURN_REASONS, messages.reasonMissing).meta({
  id: 'ReturnReason',
  description: 'Why an item comes back, as the customer or the recipient of a gift says.',
});

const ReturnOutcome = z.enum(RETURN_OUTCOMES, messages.outcomeMissing).meta({
  id: 'ReturnOutcome',
  description: '`exchange`: for another variant of the same product at the same price. `refund`: for what was paid.',
});

const ExchangeTracking = z
  .object({
    carrier: z.string().describe('The name of the carrier as staff entered it; empty if it shipped without one.'),
    trackingNumber: z.string().describe('That of the carrier or, if staff entered none, one of the store.'),
    trackingUrl: z
      .string()
      .nullable()
      .describe('The carrier’s page for this tracking number; null if the carrier is unknown and staff entered none.'),
    shippedAt: Moment.describe('When staff recorded that the exchange was shipped.'),
    deliveredAt: Moment.nullable()
      .default(null)
      .describe('When staff marked it as delivered: from then on its units can be returned. Null until then.'),
  })
  .meta({
    id: 'ExchangeTracking',
    description: 'How the exchange of a return was shipped. It is no shipment of the order.',
  });

export const ReturnLine = z
  .object({
    id: Id,
    orderItemId: Id.describe('Its id among the `items` of the order.'),
    exchangeLineId: Id.nullable()
      .default(null)
      .describe(
        'The return line by whose exchange the units were received; null: they come back as they were ordered.',
      ),
    productId: Id.describe('The product of `variantId`.'),
    variantId: Id.describe('The variant that comes back.'),
    name: z.string().describe('The name of the product when the order was placed.'),
    options: OptionValues.describe('Those of the variant that comes back, by the names of the options.'),
    image: ItemImage,
    price: Amount.describe('Of one unit when the order was placed, before tax and discount.'),
    quantity: z.number().int().positive().describe('Units that the customer announced.'),
    reason: ReturnReason,
    outcome: ReturnOutcome.describe(
      'An exchange becomes a refund if its variant is sold out when the items of an expired return arrive.',
    ),
    exchange: z
      .object({
        variantId: Id.describe('The variant that the customer gets.'),
        options: OptionValues.describe('Those of the variant that the customer gets, by the names of the options.'),
      })
      .nullable()
      .describe('Null for a refund.'),
    restocked: Units.describe('Units that came back and returned to stock; 0 until the return is received.'),
    writtenOff: Units.describe('Units that came back and did not return to stock; 0 until the return is received.'),
    refund: Minor.describe('What was refunded for it, in the currency of the charge; 0 before.'),
  })
  .meta({ id: 'ReturnLine', description: 'Units of one item in a return, with one reason and one outcome.' });
export type ReturnLine = z.infer<typeof ReturnLine>;

export const Return = z
  .object({
    id: Id,
    orderId: Id.describe('The order that the items were bought with.'),
    status: ReturnStatus,
    comment: z.string().describe('By the customer; empty without one.'),
    requestedAt: Moment.describe('When the customer or the recipient of the gift requested it.'),
    expiresAt: Moment.describe(
      'Until then the exchange is reserved and the items of an authorized return are expected. Set by the request, and again by the authorization.',
    ),
    decidedAt: Moment.nullable().describe('When staff authorized or declined it; null before.'),
    declineReason: z.string().nullable().describe('By staff, for the customer; null unless it is declined.'),
    instructions: z.string().describe('By staff, for the customer, with the authorization; empty for none.'),
    receivedAt: Moment.nullable().describe('When staff recorded what came back; null before.'),
    refundedAt: Moment.nullable().describe(
      'When the refund was requested or recorded; null before, and if none is due.',
    ),
    refund: Minor.describe('The sum refunded, in `currency`; 0 before.'),
    currency: z.string().describe('The ISO 4217 code of the charge of the order.'),
    exchangeShipment: ExchangeTracking.nullable().describe('Null until the exchange is shipped, and if there is none.'),
    closedAt: Moment.nullable().describe(
      'When it was declined, cancelled or completed, or expired; null while it is open, and again if it is received after all.',
    ),
    byRecipient: z
      .boolean()
      .default(false)
      .describe('Requested by the recipient of a gift, who gets the emails about it.'),
    lines: z.array(ReturnLine).describe('What comes back: one for each item, reason and outcome.'),
  })
  .meta({ id: 'Return', description: 'Items of a delivered order that come back, for a refund or an exchange.' });
export type Return = z.infer<typeof Return>;

export const RefundTerms = z
  .object({
    subtotal: Amount.describe('Of the whole order, before tax and discount.'),
    tax: Amount.describe('Of the whole order.'),
    shipping: Amount.describe('Of the order. A return does not refund it.'),
    discount: Amount.describe('Of the whole order; 0 without one.'),
    total: Amount.describe('Of the whole order.'),
    discountCode: z.string().nullable().describe('The code that gave the discount; null without one.'),
    taxBp: BasisPoints.describe('The tax rate of the order in basis points: 800 is 8%.'),
    discountBp: BasisPoints.describe('The discount in basis points of the subtotal: 1000 is 10%; 0 without one.'),
    charge: Charge,
    chargeRate: z.number().describe('The exchange rate of the charge: units of its currency for 1 of the store’s.'),
    paidOnline: z.boolean().describe('False for cash on delivery, which staff pay back themselves and record.'),
    refundable: Minor.describe(
      'What remains to be refunded, in the currency of the charge: pending refunds are subtracted.',
    ),
    refundedPrice: Amount.describe(
      'The price, before tax and discount, of the units refunded so far: by returns, or by unit.',
    ),
    refundedMinor: Minor.optional().describe(
      'What was refunded for those units and for shipping, in the currency of the charge. Missing: what they cost.',
    ),
    shippingRefunded: z
      .boolean()
      .optional()
      .describe('Whether shipping is part of what was refunded; missing: it is not.'),
  })
  .meta({
    id: 'RefundTerms',
    description:
      'What a refund of units is calculated from: what was paid for all units refunded so far and these, minus what was refunded for those.',
  });
export type RefundTerms = z.infer<typeof RefundTerms>;

export const ExchangeOption = z
  .object({
    variantId: Id.describe('A variant of the same product, at the same price.'),
    options: OptionValues,
    available: Units.describe('Units that can be reserved now; 0: out of stock.'),
    size: z
      .enum(['smaller', 'larger'])
      .nullable()
      .describe('Compared with the size to exchange; null if it differs in another option.'),
  })
  .meta({
    id: 'ExchangeOption',
    description: 'A variant of the same product at the same price, to exchange units for.',
  });
export type ExchangeOption = z.infer<typeof ExchangeOption>;

export const ReturnableItem = z
  .object({
    orderItemId: Id.describe('Its id among the `items` of the order.'),
    exchangeLineId: Id.nullable()
      .default(null)
      .describe('The return line by whose exchange the units were received; null: they are as they were ordered.'),
    name: z.string().describe('The name of the product when the order was placed.'),
    options: OptionValues.describe('Those of the variant that the customer has, by the names of the options.'),
    image: ItemImage,
    price: Amount.describe('Of one unit when the order was placed, before tax and discount.'),
    quantity: z.number().int().positive().describe('Units ordered, or received in exchange.'),
    returnable: Units.describe(
      'Units that can be returned now: neither excluded nor too late, and in no open return or refund, nor returned before.',
    ),
    returnUntil: Moment.nullable()
      .default(null)
      .describe(
        'The end of the last day on which they can be returned, counted from their own delivery; null before it.',
      ),
    isTooLate: z.boolean().default(false).describe('That day has passed, or the order was placed without returns.'),
    excluded: z.boolean().describe('Its category was excluded from returns when the order was placed.'),
    exchanges: z
      .array(ExchangeOption)
      .describe('What it can be exchanged for, smallest first, also what is out of stock.'),
  })
  .meta({
    id: 'ReturnableItem',
    description: 'Units of an order as they were bought, or as they were received in exchange.',
  });
export type ReturnableItem = z.infer<typeof ReturnableItem>;

export const ReturnOptions = z
  .object({
    orderId: Id.describe('The order of which items can be returned.'),
    number: z.string().describe('The last 8 characters of the order id.'),
    deliveredAt: Moment.nullable().describe('Null unless the order is delivered.'),
    returnUntil: Moment.nullable().describe(
      'The end of the last day on which the items bought can be returned; null unless the order is delivered.',
    ),
    reservedUntil: Moment.describe('Until when an exchange would be reserved that is requested now.'),
    blocked: z
      .enum(['not_delivered', 'too_late', 'refunded', 'nothing_left'])
      .nullable()
      .describe(
        'Why nothing can be returned; null: something can. `too_late`: the last day has passed. `refunded`: the whole payment is. `nothing_left`: all units are excluded, returned, refunded or in a return.',
      ),
    items: z.array(ReturnableItem).describe('Each item as it was bought, followed by its units received in exchange.'),
    terms: RefundTerms,
    returns: z.array(Return).describe('Those of the order, newest first.'),
  })
  .meta({ id: 'ReturnOptions', description: 'What can be returned of an order, or why nothing can, and its returns.' });
export type ReturnOptions = z.infer<typeof ReturnOptions>;

/** An item of an order can be in a return as bought, and once for each of its exchanges. */
export const isEachItemOnce = (items: { orderItemId: string; exchangeLineId?: string }[]) =>
  new Set(items.map(({ orderItemId, exchangeLineId }) => exchangeLineId ?? orderItemId)).size === items.length;

export const NewReturnLine = z
  .strictObject({
    orderItemId: Id.describe('Its id among the `items` of the order.'),
    exchangeLineId: Id.optional().describe(
      'The return line by whose exchange the units were received. Without it: units as they were ordered.',
    ),
    quantity: z
      .number(messages.quantityInvalid)
      .int(messages.quantityInvalid)
      .positive(messages.quantityInvalid)
      .describe('Up to the `returnable` units of the item.'),
    reason: ReturnReason,
    outcome: ReturnOutcome,
    variantId: z
      .uuid(messages.sizeMissing)
      .optional()
      .describe(
        'What to exchange it for: one of the `exchanges` of the item. Required for an exchange, ignored for a refund.',
      ),
  })
  .meta({ id: 'NewReturnLine', description: 'Units of one item to return, with one reason and one outcome.' });

export const NewReturn = z
  .strictObject({
    items: z
      .array(
        NewReturnLine.refine(({ outcome, variantId }) => outcome === 'refund' || variantId !== undefined, {
          path: ['variantId'],
          error: messages.sizeMissing,
        }),
      )
      .min(1, messages.nothingChosen)
      .max(LINES_MAX)
      .refine(isEachItemOnce, messages.nothingChosen)
      .describe('What to return, each item once; units received in exchange are an item of their own.'),
    comment: z
      .string()
      .trim()
      .max(COMMENT_MAX, messages.commentTooLong)
      .default('')
      .describe('For staff. Erased with the account.'),
  })
  .meta({
    id: 'NewReturn',
    description: 'Requests a return. Staff authorize or decline it; exchanges are reserved at once.',
  });
export type NewReturn = z.infer<typeof NewReturn>;
