import { z } from 'zod';
import { Amount, Id } from '../common/schema.ts';
import { OrderSummary } from '../orders/admin-schema.ts';
import { ATTENTION } from './constants.ts';

const Day = z.iso.date();
/** Value of this month so far, and its change in percent from the same days of last month; null if those had none. */
const Card = z.object({ value: z.number().nullable(), change: z.number().nullable() });

/** A row of the newest orders. */
export const RecentOrder = OrderSummary.omit({ units: true, images: true });
export type RecentOrder = z.infer<typeof RecentOrder>;

/** Data of the dashboard. A section without permission is null. */
export const Dashboard = z.object({
  /** `unpaid` is the unpaid part of the revenue. */
  cards: z
    .object({ revenue: Card.extend({ unpaid: Amount }), orders: Card, customers: Card, abandonment: Card })
    .nullable(),
  revenueByDay: z.array(z.object({ day: Day, revenue: Amount })).nullable(),
  recentOrders: z.array(RecentOrder).nullable(),
  popular: z
    .object({
      month: Day,
      products: z.array(z.object({ id: Id, name: z.string(), units: z.number().int(), revenue: Amount })),
    })
    .nullable(),
  activity: z
    .array(
      z.object({
        id: Id,
        who: z.string().nullable(),
        bySystem: z.boolean(),
        action: z.string(),
        entity: z.string(),
        entityId: z.string(),
        /** Product name, if the entity is a product. */
        product: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    )
    .nullable(),
  attention: z.array(z.object({ to: z.enum(ATTENTION), count: z.number().int() })),
  lowStock: z
    .object({
      count: z.number().int(),
      variants: z.array(
        z.object({ variantId: Id, productId: Id, name: z.string(), sku: z.string(), available: z.number().int() }),
      ),
    })
    .nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;
