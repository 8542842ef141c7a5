import { z } from 'zod';
import { Amount, Day, Id, Moment } from '../common/schema.ts';
import { OrderSummary } from '../orders/admin-schema.ts';
import { ATTENTION } from './constants.ts';
import { FiguresPoint, ReportedRange } from './schema.ts';

const Card = z.object({
  value: z.number().nullable().describe('The figure of the range; null if it is a share of nothing.'),
  change: z
    .number()
    .nullable()
    .describe('From the earlier range, in percent with one decimal; null without a comparison, or if that had none.'),
});

const PaymentSums = z.object({
  currency: z.string().describe('The ISO 4217 code of the currency of the payments.'),
  oursMinor: z
    .number()
    .brand<'Minor'>()
    .describe(
      'In minor units: the charges of orders, and payments without an order once they are refunded or resolved.',
    ),
  providerMinor: z
    .number()
    .brand<'Minor'>()
    .describe('In minor units: what the payment provider has reported, corrected by the open differences.'),
});

export const PaymentsToday = z
  .object({
    sums: z.array(PaymentSums).describe('One for each currency; empty without payments.'),
    differences: z
      .number()
      .int()
      .describe('Payments to check, of any day, counted up to 100, which means more than 99.'),
    comparedAt: Moment.nullable().describe(
      'When the daily comparison of all payments with the provider’s last started; null if never.',
    ),
  })
  .meta({
    id: 'PaymentsToday',
    description: 'Payments received today, as recorded here and as the payment provider reports them. Without refunds.',
  });
export type PaymentsToday = z.infer<typeof PaymentsToday>;

export const RecentOrder = OrderSummary.omit({ units: true, images: true }).meta({
  id: 'RecentOrder',
  description: 'One of the newest orders.',
});
export type RecentOrder = z.infer<typeof RecentOrder>;

export const Dashboard = z
  .object({
    range: ReportedRange,
    cards: z
      .object({
        revenue: Card.extend({ unpaid: Amount.describe('The part of the revenue that is not paid yet.') }).describe(
          'Totals of the orders placed in the range and not cancelled, paid or not, less refunds.',
        ),
        orders: Card.describe('Orders placed in the range and not cancelled.'),
        customers: Card.describe('New accounts of customers.'),
        abandonment: Card.describe('The share of carts started that no order matches, 0 to 1.'),
      })
      .nullable()
      .describe('The key figures; null without the permission `analytics.read`.'),
    points: z
      .array(FiguresPoint)
      .nullable()
      .describe('The figures by day, or by month for more than 92 days; null without the permission `analytics.read`.'),
    recentOrders: z
      .array(RecentOrder)
      .nullable()
      .describe('The 5 newest orders; null without the permission `orders.read`.'),
    popular: z
      .object({
        month: Day.describe('The first day of the month.'),
        products: z
          .array(
            z.object({
              id: Id.describe('The product.'),
              name: z.string().describe('The name of the product today.'),
              units: z.number().int().describe('Units sold in the month.'),
              revenue: Amount.describe('The price of these units before tax, shipping and discounts.'),
            }),
          )
          .describe('Up to 5, the highest revenue first.'),
      })
      .nullable()
      .describe('Best sellers of the last month with sales; null without sales or the permission `analytics.read`.'),
    activity: z
      .array(
        z.object({
          id: Id.describe('The entry of the audit log.'),
          who: z.string().nullable().describe('The name of the user who did it; null for the store itself.'),
          bySystem: z.boolean().describe('Whether the store itself did it, without a user.'),
          action: z.string().describe('The action of the audit log, such as `order.status`.'),
          entity: z.string().describe('What kind of record was changed, such as `order`.'),
          entityId: z.string().describe('The id of that record among those of its kind.'),
          product: z.string().nullable().describe('The name of the product; null if it was another kind of record.'),
          at: Moment.describe('When it was done.'),
        }),
      )
      .nullable()
      .describe(
        'The 8 newest entries of the audit log except logins and denied permissions; null without the permission `audit.read`.',
      ),
    paymentsToday: PaymentsToday.nullable().describe('Null without the permission `system.read`.'),
    attention: z
      .array(
        z.object({
          to: z
            .enum(ATTENTION)
            .describe(
              '`toShip`: orders to ship; `atRisk`: orders that must ship, or once shipped arrive, today or earlier; `unpaid`: orders not paid yet; `lowStock`: variants low or out of stock; `tickets`: open support tickets; `reviews`: reviews to approve or reject; `paymentProblems`: payments to check; `failedJobs`: failed background jobs.',
            ),
          count: z.number().int().describe('Counted up to 100, which means more than 99.'),
        }),
      )
      .describe('What needs attention, as far as the user has the permission to read it, also if it is 0.'),
    lowStock: z
      .object({
        count: z.number().int().describe('Variants, counted up to 100, which means more than 99.'),
        variants: z
          .array(
            z.object({
              variantId: Id.describe('The variant that is low in stock.'),
              productId: Id.describe('The product of the variant.'),
              name: z.string().describe('The name of the product.'),
              sku: z.string().describe('The SKU of the variant.'),
              available: z.number().int().describe('Units that can be bought now.'),
            }),
          )
          .describe('The 5 with the fewest units.'),
      })
      .nullable()
      .describe(
        'Variants of published products with as many units as the low-stock threshold of the store settings, or fewer; null without the permission `products.read`.',
      ),
  })
  .meta({ id: 'Dashboard', description: 'The dashboard. A section that the user has no permission for is null.' });
export type Dashboard = z.infer<typeof Dashboard>;
