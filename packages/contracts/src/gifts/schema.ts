import { z } from 'zod';
import { Id } from '../common/schema.ts';
import { giftMessages } from './messages.ts';

export const GIFT_RECIPIENT_MAX = 100;
export const GIFT_MESSAGE_MAX = 300;

/** Forms send line breaks as two characters. */
const text = (max: number, tooLong: string) =>
  z
    .string()
    .overwrite((entered) => entered.replaceAll('\r\n', '\n'))
    .trim()
    .max(max, tooLong)
    .default('');

/** At checkout. Without a recipient it is the one of the address. */
export const GiftRequest = z.strictObject({
  recipient: text(GIFT_RECIPIENT_MAX, giftMessages.recipientTooLong),
  message: text(GIFT_MESSAGE_MAX, giftMessages.messageTooLong),
});
export type GiftRequest = z.infer<typeof GiftRequest>;

export const Gift = z.object({ recipient: z.string(), message: z.string() });
export type Gift = z.infer<typeof Gift>;

/** For the recipient: no prices. */
export const GiftReceipt = Gift.extend({
  number: z.string(),
  items: z.array(
    z.object({
      id: Id,
      name: z.string(),
      options: z.record(z.string(), z.string()),
      image: z.string().nullable(),
      quantity: z.number().int().positive(),
    }),
  ),
  /** Path of the page where the recipient can exchange items. It opens nothing else. */
  path: z.string(),
});
export type GiftReceipt = z.infer<typeof GiftReceipt>;
