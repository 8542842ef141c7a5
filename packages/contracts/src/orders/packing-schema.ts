import { z } from 'zod';
import { Id } from '../common/schema.ts';
import { Gift } from './gift-schema.ts';
import { Order } from './schema.ts';

export const PACKING_ORDERS_MAX = 50;

export const PackingQuery = z.strictObject({
  id: z
    .preprocess(
      (value: string | string[]) => (typeof value === 'string' ? [value] : value),
      z.array(Id).min(1).max(PACKING_ORDERS_MAX),
    )
    .describe('Ids of orders, the parameter repeated for each. Each is listed once; unknown ones are left out.'),
});

export const PackingOrder = Order.pick({
  id: true,
  number: true,
  createdAt: true,
  status: true,
  shippingMethod: true,
  shippingAddress: true,
  items: true,
})
  .extend({
    customer: z.string().describe('The name of the customer, which can differ from that of the shipping address.'),
    gift: Gift.extend({
      path: z.string().describe('The path of the page where the recipient can exchange items, for a link or a code.'),
    })
      .nullish()
      .describe('For whom the order is a gift, and the message; null if it is none.'),
    shipments: z.number().int().nonnegative().describe('The number of shipments so far.'),
  })
  .meta({
    id: 'PackingOrder',
    description:
      'What packing slip and pick list say about an order. The units left to pack are those neither shipped nor removed.',
  });
export type PackingOrder = z.infer<typeof PackingOrder>;
