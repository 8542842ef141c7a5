import { z } from 'zod';
import { SHIPPING_METHODS } from '../cart/constants.ts';
import { unlessEmpty } from '../common/filters.ts';
import { Amount, Id } from '../common/schema.ts';
import { Arrival } from '../settings/delivery-schema.ts';
import { OrderStatus } from './schema.ts';

export const AT_RISK_SHOWN = 50;

/** Day and id of the last order of the previous page: an order that ships meanwhile has another day. */
const Cursor = z.string().regex(/^\d{4}-\d{2}-\d{2}_[0-9a-f-]{36}$/);
export const AtRiskQuery = z.strictObject({ after: unlessEmpty(Cursor) });
export type AtRiskQuery = z.infer<typeof AtRiskQuery>;

/** An open order that is about to break its promise, or has. */
export const AtRiskOrder = z.object({
  id: Id,
  number: z.string(),
  customer: z.string(),
  status: OrderStatus,
  shippingMethod: z.enum(SHIPPING_METHODS),
  country: z.string(),
  total: Amount,
  createdAt: z.iso.datetime(),
  promise: Arrival,
  /** The day of the next step: it has to ship, or to arrive once it is shipped. */
  due: z.iso.date(),
  /** Until `due`; negative if it is late. */
  daysLeft: z.number().int(),
  waitsFor: z.enum(['packing', 'shipping', 'carrier']),
});
export type AtRiskOrder = z.infer<typeof AtRiskOrder>;
