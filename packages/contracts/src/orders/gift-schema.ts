import { z } from 'zod';
import { Id, OptionValues } from '../common/schema.ts';
import { giftMessages } from './gift-messages.ts';
import { ItemImage } from './parts-schema.ts';

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

export const GiftRequest = z
  .strictObject({
    recipient: text(GIFT_RECIPIENT_MAX, giftMessages.recipientTooLong).describe(
      'The name of the recipient. Empty: that of the shipping address.',
    ),
    message: text(GIFT_MESSAGE_MAX, giftMessages.messageTooLong).describe(
      'Plain text, printed on packing slip and gift receipt. Empty: none.',
    ),
  })
  .meta({
    id: 'GiftRequest',
    description:
      'Makes an order a gift: packing slip and tracking show no prices, and its recipient can exchange items.',
  });
export type GiftRequest = z.infer<typeof GiftRequest>;

export const Gift = z
  .object({
    recipient: z.string().describe('The name of the recipient; if none was entered, that of the shipping address.'),
    message: z.string().describe('Plain text; empty for none.'),
  })
  .meta({
    id: 'Gift',
    description: 'Recipient and message of an order that is a gift. Erased with the account of the customer.',
  });
export type Gift = z.infer<typeof Gift>;

export const GiftReceipt = Gift.extend({
  number: z.string().describe('The last 8 characters of the order id.'),
  items: z
    .array(
      z.object({
        id: Id.describe('The item of the order.'),
        name: z.string().describe('The name of the product when the order was placed.'),
        options: OptionValues,
        image: ItemImage,
        quantity: z.number().int().positive().describe('Units ordered.'),
      }),
    )
    .describe('All items of the order.'),
  path: z
    .string()
    .describe('The path of the page where the recipient can exchange items. It opens nothing else of the order.'),
}).meta({
  id: 'GiftReceipt',
  description: 'The receipt for the recipient of a gift: no prices, and a private link.',
});
export type GiftReceipt = z.infer<typeof GiftReceipt>;
