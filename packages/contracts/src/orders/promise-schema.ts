import { z } from 'zod';
import { SHIPPING_METHODS } from '../cart/constants.ts';
import { unlessEmpty } from '../common/filters.ts';
import { Amount, Id, Moment } from '../common/schema.ts';
import { DeliveryEstimate } from '../settings/delivery-schema.ts';
import { OrderStatus } from './schema.ts';

export const AT_RISK_SHOWN = 50;

/** An order that ships meanwhile has another day. */
const Cursor = z.string().regex(/^\d{4}-\d{2}-\d{2}_[0-9a-f-]{36}$/);
export const AtRiskQuery = z.strictObject({
  after: unlessEmpty(Cursor).describe(
    'The `due` day and the id of the last order of the previous page, joined by `_`, as in its `Link`.',
  ),
});
export type AtRiskQuery = z.infer<typeof AtRiskQuery>;

export const AtRiskOrder = z
  .object({
    id: Id,
    number: z.string().describe('The last 8 characters of the id.'),
    customer: z.string().describe('The current name of the customer.'),
    status: OrderStatus,
    shippingMethod: z.enum(SHIPPING_METHODS).describe('Chosen at checkout.'),
    country: z.string().describe('Of the shipping address, by its English name.'),
    total: Amount,
    createdAt: Moment.describe('When it was placed.'),
    promise: DeliveryEstimate.describe('The dates promised when the order was placed.'),
    due: z.iso
      .date()
      .describe(
        'The day of its next step: it has to ship or, once it is shipped, to arrive. In the store’s time zone.',
      ),
    daysLeft: z.number().int().describe('Days from today to `due`: 0 is due today, less is late.'),
    waitsFor: z
      .enum(['packing', 'shipping', 'carrier'])
      .describe('The next step: `packing` of a pending order, `shipping` of a processing one, else the `carrier`.'),
  })
  .meta({
    id: 'AtRiskOrder',
    description: 'An open order that breaks its delivery promise unless its next step happens today, or has broken it.',
  });
export type AtRiskOrder = z.infer<typeof AtRiskOrder>;
