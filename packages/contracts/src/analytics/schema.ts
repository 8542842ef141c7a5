import { z } from 'zod';
import { daysBetween } from '../common/days.ts';
import { dateRange } from '../common/filters.ts';
import { Amount, Day, Id } from '../common/schema.ts';
import { COMPARISONS, RANGE_DAYS_MAX, REPORTS, STEPS } from './constants.ts';
import { dateRangeMessages } from './date-range-messages.ts';

/** Rows shown of each report; an export has more. */
export const TOP_ROWS_SHOWN = 20;
export const TOP_ROWS_EXPORTED = 1_000;

export const Granularity = z.enum(['day', 'week', 'month']).meta({
  id: 'Granularity',
  description: 'The length of an interval. Weeks begin on Monday; the first and the last interval end with the range.',
});
export type Granularity = z.infer<typeof Granularity>;

export const unlessEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value || undefined, schema.optional());

const Comparison = z.enum(COMPARISONS).meta({
  id: 'Comparison',
  description:
    'The earlier days to compare with. `previous`: the same days of the previous month or year, if the range is one from its first day on, and else as many days before; `year`: the same days a year earlier; `none`: none.',
});

export const rangeFields = {
  from: dateRange.from.describe(
    'The first day, in the store’s time zone. Without it the first day of the month of `to`, or of this month.',
  ),
  to: dateRange.to.describe(
    `The last day, inclusive, in the store’s time zone; today by default. A range that has begun ends today at the latest, and has up to ${RANGE_DAYS_MAX} days.`,
  ),
  compare: unlessEmpty(Comparison).describe('The earlier days to compare with; `previous` by default.'),
};

type Context = { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void };
export function checkRange({ from, to }: { from?: string | undefined; to?: string | undefined }, context: Context) {
  if (!from || !to) return;
  const reject = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message });
  if (to < from) reject(dateRangeMessages.endBeforeStart);
  else if (daysBetween(from, to) >= RANGE_DAYS_MAX) reject(dateRangeMessages.tooLong);
}

/** Days of the store's time zone. Default: this month so far, compared with the same days of last month. */
export const DashboardQuery = z.strictObject(rangeFields).superRefine(checkRange);
export type DashboardQuery = z.infer<typeof DashboardQuery>;

export const AnalyticsQuery = z
  .strictObject({
    ...rangeFields,
    by: unlessEmpty(Granularity).describe(
      'The length of an interval; by default days for up to 92 days, and months for more.',
    ),
  })
  .superRefine(checkRange);
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;
export const ReportName = z.enum(REPORTS).meta({
  id: 'ReportName',
  description:
    '`sales` and `refunds` have a row for each interval, `categories`, `products`, `methods` (of payment), `discountCodes`, `customers` (with the permission `customers.read`) and `refundedProducts` the top rows, `funnel` the steps to an order, `searches` those with no results.',
});

export const ReportedRange = z
  .object({
    from: Day.describe('The first day, in the time zone `timeZone`.'),
    to: Day.describe('The last day, inclusive: not after today, unless the range begins after it.'),
    compare: Comparison,
    before: z
      .object({
        from: Day.describe('The first of the earlier days.'),
        to: Day.describe('The last of them, inclusive.'),
      })
      .nullable()
      .describe('The earlier days that the figures are compared with; null without a comparison.'),
    isDefault: z.boolean().describe('The range is this month so far, because no days were requested.'),
    today: Day.describe('The current day in the store’s time zone.'),
    timeZone: z.string().describe('The store’s time zone, by its IANA name, in which all days are.'),
  })
  .meta({ id: 'ReportedRange', description: 'The days that the figures are of.' });
export type ReportedRange = z.infer<typeof ReportedRange>;

const count = z.number().int();
const share = z.number().nullable();

export const Figures = z
  .object({
    revenue: Amount.describe('Totals of the orders, paid or not, less all that was refunded of them since.'),
    orders: count.describe('Orders placed on these days that are not cancelled.'),
    units: count.describe('Units of these orders.'),
    average: Amount.nullable().describe('Revenue per order; null without orders.'),
    customers: count.describe('New accounts of customers; guests have none.'),
    returning: share.describe('The share of orders by customers who had ordered before, 0 to 1; null without orders.'),
    refunds: Amount.describe('The sum of the refunds.'),
    refundCount: count.describe('Refunds requested on these days, of whatever orders, except failed ones.'),
    abandonment: share.describe('The share of carts started that no order matches, 0 to 1; null without carts.'),
  })
  .meta({ id: 'Figures', description: 'Sales, new customers and carts of some days.' });
export type Figures = z.infer<typeof Figures>;

export const FiguresPoint = Figures.extend({
  start: Day.describe('The first day of the interval.'),
  before: Figures.nullable().describe('The same interval of the earlier range; null without a comparison.'),
}).meta({ id: 'FiguresPoint', description: 'The figures of one interval of the range.' });
export type FiguresPoint = z.infer<typeof FiguresPoint>;

const ReportRow = z
  .object({
    key: z.string().describe('The id of the category, product or customer, the payment method, or the discount code.'),
    name: z.string().describe('The name today, to be shown; a text in its place if there is none any more.'),
    orders: count.describe('Orders that are not cancelled; of a refunded product, refunds.'),
    units: count.describe('Units sold of a category or product; 0 for all others.'),
    revenue: Amount.describe(
      'Of a category or product the price of these units before tax, shipping and discounts, of a refunded product its part of the refunds, of others order totals less refunds.',
    ),
    before: Amount.nullable().describe('The same as `revenue` in the earlier range; null without a comparison.'),
  })
  .meta({ id: 'ReportRow', description: 'A row of a top list, which is sorted by revenue.' });
export type ReportRow = z.infer<typeof ReportRow>;

const FunnelStep = z.object({
  step: z
    .enum(STEPS)
    .describe(
      '`visits`: pages opened from outside the store; `products`: product pages opened; `carts`: carts that got their first item; `checkouts`: checkouts started; `orders`: orders placed and not cancelled.',
    ),
  count: count.describe('How often in the range, counted without identifying anyone.'),
});
export type FunnelStep = z.infer<typeof FunnelStep>;
const ZeroResultSearch = z.object({
  query: z.string().describe('As it was typed, but in lower case.'),
  count: count.describe('Searches in all calendar months that the range touches.'),
});

const Promises = z.object({
  due: count.describe('Orders whose last promised day was in the range and is over, except cancelled ones.'),
  kept: count.describe(
    'Those delivered by that day or, while their delivery is not recorded, shipped by the day on which they had to be.',
  ),
});
export type Promises = z.infer<typeof Promises>;

export const Analytics = z
  .object({
    range: ReportedRange,
    by: Granularity.describe('The length of the intervals in `points`.'),
    totals: Figures.extend({ unpaid: Amount.describe('The part of the revenue that is not paid yet.') }).describe(
      'The figures of the whole range.',
    ),
    totalsBefore: Figures.nullable().describe('The figures of the earlier range; null without a comparison.'),
    points: z.array(FiguresPoint).describe('Every interval of the range in turn, also those without orders.'),
    categories: z
      .array(ReportRow)
      .describe(`The first ${TOP_ROWS_SHOWN} categories. An item counts for the category it was sold in.`),
    products: z
      .array(ReportRow)
      .describe(
        `The first ${TOP_ROWS_SHOWN} products. Unless the range is a calendar month or year, one that sells a little every day can be missing.`,
      ),
    methods: z.array(ReportRow).describe('Orders and revenue by payment method.'),
    discountCodes: z.array(ReportRow).describe(`The first ${TOP_ROWS_SHOWN} discount codes.`),
    customers: z
      .array(ReportRow)
      .nullable()
      .describe(`The first ${TOP_ROWS_SHOWN} customers; null without the permission \`customers.read\`.`),
    refundedProducts: z
      .array(ReportRow)
      .describe(
        `The ${TOP_ROWS_SHOWN} products of which most was refunded. A refund is split among its items by price.`,
      ),
    funnel: z.array(FunnelStep).describe('From visits to orders.'),
    searches: z
      .array(ZeroResultSearch)
      .describe(
        `The ${TOP_ROWS_SHOWN} most frequent searches that found nothing, or only with a corrected spelling, and had no filters.`,
      ),
    promises: Promises.extend({
      before: Promises.nullable().describe('The same of the earlier range; null without a comparison.'),
    })
      .default({ due: 0, kept: 0, before: null })
      .describe('Delivery promises that became due.'),
  })
  .meta({
    id: 'Analytics',
    description: 'What a range of days came to. The figures follow every change of an order within a minute.',
  });
export type Analytics = z.infer<typeof Analytics>;

const searchQuery = z.string().max(200);

export const PageView = z
  .discriminatedUnion('counter', [
    z.strictObject({ counter: z.literal('visits').describe('A page opened from outside the store.') }),
    z.strictObject({ counter: z.literal('products').describe('A product page opened.') }),
    z.strictObject({
      counter: z.literal('searches').describe('A search.'),
      query: searchQuery.describe('As typed. Not stored if it looks like an email address or has 6 digits in a row.'),
      found: z.boolean().describe('Whether it found products as it was typed, without a corrected spelling.'),
    }),
    z.strictObject({
      counter: z.literal('searchClicks').describe('A product opened from search results.'),
      query: searchQuery.describe('The query of these results.'),
    }),
    z.strictObject({
      counter: z.literal('soldOutProducts').describe('A view of a sold-out product.'),
      id: Id.describe('The product.'),
    }),
    z.strictObject({
      counter: z.literal('soldOutVariants').describe('A choice of a sold-out size or other option.'),
      id: Id.describe('The variant that was chosen.'),
    }),
  ])
  .meta({
    id: 'PageView',
    description: 'What an anonymous visitor did: a number per day, with no cookie and no id of a person.',
  });
export type PageView = z.infer<typeof PageView>;
