import { z } from 'zod';
import { Amount } from '../common/schema.ts';
import { REPORTS, STEPS } from './constants.ts';
import { analyticsMessages } from './messages.ts';

/** Rows shown of each report; an export has more. */
export const TOP_ROWS_SHOWN = 20;
export const TOP_ROWS_EXPORTED = 5_000;

/** A calendar month or year: '2026-03', '2026'. */
const Period = z.string().regex(/^20\d\d(-(0[1-9]|1[0-2]))?$/, analyticsMessages.badPeriod);
export const Granularity = z.enum(['day', 'week', 'month']);
export type Granularity = z.infer<typeof Granularity>;

const unlessEmpty = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value || undefined, schema.optional());
/** Defaults: the current month, and the granularity that suits the period. */
export const AnalyticsQuery = z.strictObject({ period: unlessEmpty(Period), by: unlessEmpty(Granularity) });
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;
export const ReportName = z.enum(REPORTS);

const count = z.number().int();
const Metrics = z.object({ revenue: Amount, orders: count, units: count });

/** `before` is the same interval of the previous period. */
const SalesPoint = Metrics.extend({ start: z.iso.date(), before: Metrics });
export type SalesPoint = z.infer<typeof SalesPoint>;

/** `revenue` of a category or product is the price of its sold units. */
const ReportRow = Metrics.extend({ key: z.string(), name: z.string() });
export type ReportRow = z.infer<typeof ReportRow>;

const FunnelStep = z.object({ step: z.enum(STEPS), count });
export type FunnelStep = z.infer<typeof FunnelStep>;
const ZeroResultSearch = z.object({ query: z.string(), count });

export const Analytics = z.object({
  period: Period,
  by: Granularity,
  earlier: Period,
  /** Null while the period is not over. */
  later: Period.nullable(),
  /** `unpaid` is the unpaid part of the revenue. */
  totals: Metrics.extend({ unpaid: Amount }),
  totalsBefore: Metrics,
  sales: z.array(SalesPoint),
  categories: z.array(ReportRow),
  products: z.array(ReportRow),
  methods: z.array(ReportRow),
  discountCodes: z.array(ReportRow),
  funnel: z.array(FunnelStep),
  /** The share of carts that did not become orders, 0 to 1. */
  abandonment: z.number().nullable(),
  searches: z.array(ZeroResultSearch),
});
export type Analytics = z.infer<typeof Analytics>;

/** Anonymous page view: contains nothing but the counter. */
export const PageView = z.strictObject({ counter: z.enum(['visits', 'products']) });
