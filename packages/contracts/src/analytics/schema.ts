import { z } from 'zod';
import { daysBetween } from '../common/days.ts';
import { dateRange } from '../common/filters.ts';
import { Amount, Id } from '../common/schema.ts';
import { COMPARISONS, RANGE_DAYS_MAX, REPORTS, STEPS } from './constants.ts';
import { dateRangeMessages } from './date-range-messages.ts';

/** Rows shown of each report; an export has more. */
export const TOP_ROWS_SHOWN = 20;
export const TOP_ROWS_EXPORTED = 1_000;

export const Granularity = z.enum(['day', 'week', 'month']);
export type Granularity = z.infer<typeof Granularity>;

export const unlessEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value || undefined, schema.optional());
export const rangeFields = { ...dateRange, compare: unlessEmpty(z.enum(COMPARISONS)) };

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

/** Default of `by`: what suits the length of the range. */
export const AnalyticsQuery = z.strictObject({ ...rangeFields, by: unlessEmpty(Granularity) }).superRefine(checkRange);
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;
export const ReportName = z.enum(REPORTS);

const Day = z.iso.date();

/** The days that the figures are of. */
export const ReportedRange = z.object({
  from: Day,
  to: Day,
  compare: z.enum(COMPARISONS),
  /** The earlier days they are compared with; null without a comparison. */
  before: z.object({ from: Day, to: Day }).nullable(),
  /** This month so far, because no days were chosen. */
  isDefault: z.boolean(),
  /** The current day in the store's time zone. */
  today: Day,
  timeZone: z.string(),
});
export type ReportedRange = z.infer<typeof ReportedRange>;

const count = z.number().int();
const share = z.number().nullable();

/** `customers` are new accounts; `returning` is the share of orders by customers who had ordered before, 0 to 1. */
export const Figures = z.object({
  revenue: Amount,
  orders: count,
  units: count,
  /** Null without orders, as is `returning`. */
  average: Amount.nullable(),
  customers: count,
  returning: share,
  refunds: Amount,
  refundCount: count,
  /** The share of carts that did not become orders, 0 to 1; null without carts. */
  abandonment: share,
});
export type Figures = z.infer<typeof Figures>;

/** An interval, and the same interval of the earlier range. */
export const FiguresPoint = Figures.extend({ start: Day, before: Figures.nullable() });
export type FiguresPoint = z.infer<typeof FiguresPoint>;

/**
 * `revenue` of a category or product is the price of its sold units, of a refunded product its part of the refunds.
 * `before` is that of the earlier range.
 */
const ReportRow = z.object({
  key: z.string(),
  name: z.string(),
  orders: count,
  units: count,
  revenue: Amount,
  before: Amount.nullable(),
});
export type ReportRow = z.infer<typeof ReportRow>;

const FunnelStep = z.object({ step: z.enum(STEPS), count });
export type FunnelStep = z.infer<typeof FunnelStep>;
const ZeroResultSearch = z.object({ query: z.string(), count });

/** Orders whose last promised day was in the range, and those of them that kept the promise. */
const Promises = z.object({ due: count, kept: count });
export type Promises = z.infer<typeof Promises>;

export const Analytics = z.object({
  range: ReportedRange,
  by: Granularity,
  /** `unpaid` is the unpaid part of the revenue. */
  totals: Figures.extend({ unpaid: Amount }),
  totalsBefore: Figures.nullable(),
  points: z.array(FiguresPoint),
  categories: z.array(ReportRow),
  products: z.array(ReportRow),
  methods: z.array(ReportRow),
  discountCodes: z.array(ReportRow),
  /** By revenue; null without permission to read customers. */
  customers: z.array(ReportRow).nullable(),
  refundedProducts: z.array(ReportRow),
  funnel: z.array(FunnelStep),
  searches: z.array(ZeroResultSearch),
  promises: Promises.extend({ before: Promises.nullable() }).default({ due: 0, kept: 0, before: null }),
});
export type Analytics = z.infer<typeof Analytics>;

const searchQuery = z.string().max(200);

/** Anonymous page view: contains nothing but the counter, and what it counts of unmet demand. */
export const PageView = z.discriminatedUnion('counter', [
  z.strictObject({ counter: z.literal('visits') }),
  z.strictObject({ counter: z.literal('products') }),
  z.strictObject({ counter: z.literal('searches'), query: searchQuery, found: z.boolean() }),
  z.strictObject({ counter: z.literal('searchClicks'), query: searchQuery }),
  z.strictObject({ counter: z.literal('soldOutProducts'), id: Id }),
  z.strictObject({ counter: z.literal('soldOutVariants'), id: Id }),
]);
export type PageView = z.infer<typeof PageView>;
