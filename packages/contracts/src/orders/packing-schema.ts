import { z } from 'zod';
import { Id } from '../common/schema.ts';
import { Gift } from '../gifts/schema.ts';
import { Order } from './schema.ts';

export const PACKING_ORDERS_MAX = 50;

/** `id` is repeated: one for each order. */
export const PackingQuery = z.strictObject({
  id: z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(Id).min(1).max(PACKING_ORDERS_MAX),
  ),
});

/** What a packing slip and a pick list need. */
export const PackingOrder = Order.pick({
  id: true,
  number: true,
  createdAt: true,
  status: true,
  shippingMethod: true,
  shippingAddress: true,
  items: true,
}).extend({
  customer: z.string(),
  /** With the path of the page where the recipient can exchange items. */
  gift: Gift.extend({ path: z.string() }).nullish(),
  /** The number of shipments so far. */
  shipments: z.number().int().nonnegative(),
});
export type PackingOrder = z.infer<typeof PackingOrder>;
