import { z } from 'zod';
import { email, Id } from '../common/schema.ts';
import { RETURN_STATUSES } from './constants.ts';
import { giftExchangeMessages as messages } from './gift-messages.ts';
import { isEachItemOnce, NewReturnLine, Return, ReturnableItem } from './schema.ts';

/** What the recipient of a gift sees. No price, no address and no customer may be added to it. */
export const GiftPage = z.object({
  number: z.string(),
  recipient: z.string(),
  returnUntil: z.iso.datetime().nullable(),
  /** How long a size would be reserved. */
  reservedUntil: z.iso.datetime(),
  blocked: z.enum(['not_delivered', 'too_late', 'nothing_left']).nullable(),
  items: z.array(ReturnableItem.omit({ price: true })),
  /** Requested by the recipient; newest first. */
  exchanges: z.array(
    z.object({
      id: Id,
      status: z.enum(RETURN_STATUSES),
      requestedAt: z.iso.datetime(),
      items: z.array(z.string()),
      /** Words of a staff member; null unless it is declined. */
      declineReason: z.string().nullable().default(null),
      shipment: Return.shape.exchangeShipment,
    }),
  ),
});
export type GiftPage = z.infer<typeof GiftPage>;

/** Exchanges only: a refund goes to the customer who paid. */
export const NewGiftExchange = z.strictObject({
  email: email(messages.invalidEmail),
  items: z
    .array(NewReturnLine.omit({ outcome: true }).required({ variantId: true }))
    .min(1, messages.nothingChosen)
    .max(200)
    .refine(isEachItemOnce, messages.nothingChosen),
});
export type NewGiftExchange = z.infer<typeof NewGiftExchange>;
