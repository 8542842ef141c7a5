import { z } from 'zod';
import { OrderSummary } from './admin-orders.ts';
import { Amount, Id } from './common.ts';
import { ATTENTION } from './dashboard-texts.ts';

/** More than this are told as "99+": nothing counts ten million rows for a glance. */
export const COUNTED_TO = 99;

const Day = z.iso.date();
/** Of this month so far, and by how many percent it differs from the same days of last month; null where those had nothing. */
const Card = z.object({ value: z.number().nullable(), change: z.number().nullable() });

/** What the panel's first page shows. A part that is not for whoever asks is null. */
export const Dashboard = z.object({
  /** `unpaid` is the part of the revenue that nobody has paid yet. */
  cards: z
    .object({ revenue: Card.extend({ unpaid: Amount }), orders: Card, customers: Card, abandonment: Card })
    .nullable(),
  revenueByDay: z.array(z.object({ day: Day, revenue: Amount })).nullable(),
  recentOrders: z.array(OrderSummary).nullable(),
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
        /** What a product is called. */
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
        z.object({ variantId: Id, productId: Id, name: z.string(), sku: z.string(), left: z.number().int() }),
      ),
    })
    .nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;
