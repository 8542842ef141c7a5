import { z } from 'zod';
import { STAFF_ROLES } from '../common/permissions.ts';
import { OrderStatus } from '../orders/schema.ts';

const Count = z.int().nonnegative();

/** What a write does. Equal effects are added up: only their numbers differ. */
export const Effect = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refund'), amountMinor: Count, currency: z.string(), customer: z.string().nullable() }),
  z.object({
    kind: z.literal('stock'),
    /**
     * `taken` for an order, `written_off` without a return, `restored` if that is reversed; `added` and `removed` by an
     * adjustment.
     */
    change: z.enum(['returned', 'written_off', 'taken', 'added', 'removed', 'restored']),
    units: Count,
  }),
  z.object({ kind: z.literal('shipment'), units: Count }),
  z.object({ kind: z.literal('order'), status: OrderStatus, count: Count }),
  /** Left unchanged, because the change is not possible. */
  z.object({ kind: z.literal('skipped'), what: z.enum(['order', 'product']), count: Count }),
  z.object({
    kind: z.literal('product'),
    change: z.enum(['created', 'updated', 'deleted', 'restored', 'moved']),
    count: Count,
    /** Name of the category or brand that they are moved to. */
    to: z.string().optional(),
  }),
  /** Regular prices, sale prices and price differences of variants. */
  z.object({ kind: z.literal('price'), count: Count }),
  /** What held products that leave the store: it stays, but can't be used until they are published again. */
  z.object({ kind: z.literal('affected'), what: z.enum(['cart_item', 'wishlist_item', 'stock_alert']), count: Count }),
  z.object({
    kind: z.literal('changed'),
    what: z.enum(['category', 'brand', 'collection', 'page', 'review', 'discount_code', 'setting']),
    change: z.enum(['created', 'updated', 'restored', 'activated', 'deactivated']),
    count: Count,
  }),
  z.object({
    kind: z.literal('role'),
    person: z.string(),
    from: z.enum([...STAFF_ROLES, 'customer']),
    to: z.enum([...STAFF_ROLES, 'customer']),
  }),
  z.object({
    kind: z.literal('deleted'),
    what: z.enum(['category', 'brand', 'collection', 'page', 'discount_code', 'subscriber', 'session', 'shipment']),
    count: Count,
  }),
  z.object({ kind: z.literal('redirect'), count: Count }),
  z.object({
    kind: z.literal('discount_code'),
    code: z.string(),
    percent: z.number(),
    /** Uses in total, those so far included. */
    usageLimit: Count.nullable(),
  }),
  z.object({ kind: z.literal('email'), count: Count }),
  z.object({ kind: z.literal('notification'), count: Count }),
]);
export type Effect = z.infer<typeof Effect>;

/** The answer to a dry run. */
export const DryRun = z.object({ effects: z.array(Effect) });
export type DryRun = z.infer<typeof DryRun>;
