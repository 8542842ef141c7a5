import { z } from 'zod';
import { Amount, Id } from '../common/schema.ts';
import { OrderSummary } from '../orders/admin-schema.ts';
import { ATTENTION } from './constants.ts';
import { FiguresPoint, ReportedRange } from './schema.ts';

const Day = z.iso.date();
/** Value of the range, and its change in percent from the earlier range; null if that had none. */
const Card = z.object({ value: z.number().nullable(), change: z.number().nullable() });

/** Minor units of one currency, of the payments that the provider received today. */
const PaymentSums = z.object({ currency: z.string(), oursMinor: z.number(), providerMinor: z.number() });

/** Today's payments as recorded here and as the provider reports them. */
export const PaymentsToday = z.object({
  sums: z.array(PaymentSums),
  /** Unresolved differences of any day, up to `COUNTED_TO + 1`. */
  differences: z.number().int(),
  /** When all payments were last compared with the provider's; null if never. */
  comparedAt: z.iso.datetime().nullable(),
});
export type PaymentsToday = z.infer<typeof PaymentsToday>;

/** A row of the newest orders. */
export const RecentOrder = OrderSummary.omit({ units: true, images: true });
export type RecentOrder = z.infer<typeof RecentOrder>;

/** Data of the dashboard. A section without permission is null. */
export const Dashboard = z.object({
  range: ReportedRange,
  /** `unpaid` is the unpaid part of the revenue. */
  cards: z
    .object({ revenue: Card.extend({ unpaid: Amount }), orders: Card, customers: Card, abandonment: Card })
    .nullable(),
  points: z.array(FiguresPoint).nullable(),
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
  paymentsToday: PaymentsToday.nullable(),
  /** Those that the user may see, also if there are none. */
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
