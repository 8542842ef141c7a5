import { z } from 'zod';
import { email, Id, Moment } from '../common/schema.ts';
import { giftExchangeMessages as messages } from './gift-messages.ts';
import { isEachItemOnce, NewReturnLine, Return, ReturnableItem, ReturnStatus } from './schema.ts';

/** No price, no address and no customer may be added to it. */
export const GiftPage = z
  .object({
    number: z.string().describe('The last 8 characters of the order id.'),
    recipient: z.string().describe('The name of the recipient; if none was entered, that of the shipping address.'),
    returnUntil: Moment.nullable().describe(
      'The end of the last day on which the items bought can be exchanged; null unless the order is delivered.',
    ),
    reservedUntil: Moment.describe('Until when an exchange would be reserved that is requested now.'),
    blocked: z
      .enum(['not_delivered', 'too_late', 'nothing_left'])
      .nullable()
      .describe(
        'Why nothing can be exchanged; null: something can. `too_late`: the last day has passed. `nothing_left`: all units are excluded, returned, refunded or in a return.',
      ),
    items: z
      .array(ReturnableItem.omit({ price: true }))
      .describe('Each item as it was bought, followed by its units received in exchange. Without prices.'),
    exchanges: z
      .array(
        z.object({
          id: Id,
          status: ReturnStatus,
          requestedAt: Moment.describe('When the recipient requested it.'),
          items: z
            .array(z.string())
            .describe('A text for each item: quantity, name, options, and those it is exchanged for.'),
          declineReason: z
            .string()
            .nullable()
            .default(null)
            .describe('By staff, for the recipient; null unless it is declined.'),
          shipment: Return.shape.exchangeShipment,
        }),
      )
      .describe('Those that the recipient has requested, newest first.'),
  })
  .meta({ id: 'GiftPage', description: 'What the recipient of a gift sees: no prices, no address and no customer.' });
export type GiftPage = z.infer<typeof GiftPage>;

export const NewGiftExchange = z
  .strictObject({
    email: email(messages.invalidEmail).describe('Gets the emails about the exchange. Only staff see it.'),
    items: z
      .array(NewReturnLine.omit({ outcome: true }).required({ variantId: true }))
      .min(1, messages.nothingChosen)
      .max(200)
      .refine(isEachItemOnce, messages.nothingChosen)
      .describe('What to exchange, each item once; units received in exchange are an item of their own.'),
  })
  .meta({
    id: 'NewGiftExchange',
    description: 'Requests exchanges of a gift. There is no refund: it would go to the customer who paid.',
  });
export type NewGiftExchange = z.infer<typeof NewGiftExchange>;
