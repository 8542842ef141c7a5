import { z } from 'zod';
import { STAFF_ROLES } from '../common/permissions.ts';
import { OrderStatus } from '../orders/schema.ts';

const Count = z.int().nonnegative();

/** Equal effects are added up: only their numbers differ. */
export const Effect = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('refund').describe('A payment is refunded, in full or in part.'),
      amountMinor: Count.brand<'Minor'>().describe('In minor units of `currency`.'),
      currency: z.string().describe('The ISO 4217 code of the currency of the payment.'),
      customer: z.string().nullable().describe('The name of the customer who paid; null if no customer is known.'),
    }),
    z.object({
      kind: z.literal('stock').describe('Units change their place in the stock.'),
      change: z
        .enum(['returned', 'written_off', 'taken', 'added', 'removed', 'restored'])
        .describe(
          '`taken`: for an order; `returned`: from an order to the stock; `written_off`: sold and not returned; `restored`: no longer written off; `added`, `removed`: by an adjustment.',
        ),
      units: Count.describe('How many units.'),
    }),
    z.object({
      kind: z.literal('unpaid').describe('Orders are packed or shipped although their payment was refunded.'),
      count: Count.describe('How many orders.'),
    }),
    z.object({
      kind: z.literal('shipment').describe('Units are shipped.'),
      units: Count.describe('How many units.'),
    }),
    z.object({
      kind: z.literal('order').describe('Orders change their status.'),
      status: OrderStatus.describe('The status that they get.'),
      count: Count.describe('How many orders.'),
    }),
    z.object({
      kind: z.literal('skipped').describe('Records are left as they are, because the change is not possible.'),
      what: z.enum(['order', 'product']).describe('The kind of record.'),
      count: Count.describe('How many of them.'),
    }),
    z.object({
      kind: z.literal('product').describe('Products change. Changes of prices and stock are effects of their own.'),
      change: z
        .enum(['created', 'updated', 'deleted', 'restored', 'moved'])
        .describe('`restored`: no longer deleted; `moved`: to another category or brand.'),
      count: Count.describe('How many products.'),
      to: z.string().optional().describe('The name of the category or brand that they are moved to.'),
    }),
    z.object({
      kind: z.literal('returns').describe('Whether later orders of products can be returned changes.'),
      change: z
        .enum(['returnable', 'unreturnable'])
        .describe('`returnable`: from now on they can; `unreturnable`: they cannot.'),
      count: Count.describe('How many products.'),
    }),
    z.object({
      kind: z.literal('price').describe('Regular prices, sale prices or price differences of variants change.'),
      count: Count.describe('How many prices.'),
    }),
    z.object({
      kind: z
        .literal('affected')
        .describe('What held products that leave the store stays, but is without use until they are published again.'),
      what: z
        .enum(['cart_item', 'wishlist_item', 'stock_alert'])
        .describe(
          '`cart_item`: becomes unavailable; `wishlist_item`: is hidden; `stock_alert`: a back-in-stock alert waits.',
        ),
      count: Count.describe('How many of them, up to 10,000.'),
    }),
    z.object({
      kind: z.literal('changed').describe('Other records change.'),
      what: z
        .enum(['category', 'brand', 'collection', 'page', 'review', 'discount_code', 'setting'])
        .describe('The kind of record.'),
      change: z
        .enum(['created', 'updated', 'restored', 'activated', 'deactivated'])
        .describe('`restored`: deleted ones exist again, or get the values that they had.'),
      count: Count.describe('How many of them.'),
    }),
    z.object({
      kind: z.literal('role').describe('A user gets another role.'),
      person: z.string().describe('The name of the user.'),
      from: z.enum([...STAFF_ROLES, 'customer']).describe('The role that the user had.'),
      to: z
        .enum([...STAFF_ROLES, 'customer'])
        .describe('The role that the user gets; `customer` has no permissions of staff.'),
    }),
    z.object({
      kind: z.literal('deleted').describe('Other records are deleted.'),
      what: z
        .enum(['category', 'brand', 'collection', 'page', 'discount_code', 'subscriber', 'session', 'shipment'])
        .describe('The kind of record. A `session` ends: the user is logged out.'),
      count: Count.describe('How many of them.'),
    }),
    z.object({
      kind: z.literal('redirect').describe('URLs of merged categories or brands lead to others.'),
      count: Count.describe('How many URLs.'),
    }),
    z.object({
      kind: z.literal('discount_code').describe('A discount code is active with these terms.'),
      code: z.string().describe('What shoppers enter.'),
      percent: z.number().describe('Percent of the subtotal.'),
      usageLimit: Count.nullable().describe('Uses in total, those so far included; null: no limit.'),
    }),
    z.object({
      kind: z.literal('email').describe('Emails are sent.'),
      count: Count.describe('How many emails.'),
    }),
    z.object({
      kind: z.literal('notification').describe('Customers get notifications in their accounts.'),
      count: Count.describe('How many notifications.'),
    }),
  ])
  .meta({ id: 'Effect', description: 'One thing that a write does. Equal ones are added up.' });
export type Effect = z.infer<typeof Effect>;

export const DryRun = z
  .object({ effects: z.array(Effect).describe('Money first, messages last; empty if the write would change nothing.') })
  .meta({ id: 'DryRun', description: 'What a write would do. Nothing is stored or sent.' });
export type DryRun = z.infer<typeof DryRun>;
