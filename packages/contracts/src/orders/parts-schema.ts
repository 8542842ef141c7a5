import { z } from 'zod';
import { Minor } from '../common/schema.ts';

export const Charge = z
  .object({
    amount: Minor.describe('0 if there is nothing to pay.'),
    currency: z.string().describe('An ISO 4217 code: the payment currency when the checkout was started.'),
  })
  .meta({
    id: 'Charge',
    description:
      'The total of an order in the payment currency, as the payment provider charges it. Cash on delivery has one too, in which its refunds are counted.',
  });

export const ItemImage = z
  .string()
  .nullable()
  .describe(
    'The URL of the image when the order was placed, relative if it is the store’s own; that of a placeholder if there was none.',
  );
