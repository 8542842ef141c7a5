import { z } from 'zod';
import { analyticsMessages, REPORTS, STEPS } from './analytics-texts.ts';
import { Amount } from './common.ts';

/** Leaders shown of each report; a download holds more. */
export const LEADERS_SHOWN = 20;
export const LEADERS_DOWNLOADED = 5_000;

/** A calendar month or year: '2026-03', '2026'. */
const Period = z.string().regex(/^20\d\d(-(0[1-9]|1[0-2]))?$/, analyticsMessages.badPeriod);
export const By = z.enum(['day', 'week', 'month']);
export type By = z.infer<typeof By>;

const unlessEmpty = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value || undefined, schema.optional());
/** Without a period the present month; without a step the one that suits the period. */
export const AnalyticsQuery = z.strictObject({ period: unlessEmpty(Period), by: unlessEmpty(By) });
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;
export const ReportName = z.enum(REPORTS);

const count = z.number().int();
const Figures = z.object({ revenue: Amount, orders: count, units: count });

/** `before` is the same stretch of the period before. */
const SalesPoint = Figures.extend({ start: z.iso.date(), before: Figures });
export type SalesPoint = z.infer<typeof SalesPoint>;

/** `revenue` of a category or product is what its pieces cost. */
const Leader = Figures.extend({ key: z.string(), name: z.string() });
export type Leader = z.infer<typeof Leader>;

const FunnelStep = z.object({ step: z.enum(STEPS), count });
export type FunnelStep = z.infer<typeof FunnelStep>;
const VainSearch = z.object({ words: z.string(), count });

export const Analytics = z.object({
  period: Period,
  by: By,
  earlier: Period,
  /** Null while the period is not over. */
  later: Period.nullable(),
  /** `unpaid` is the part of the revenue that nobody has paid yet. */
  totals: Figures.extend({ unpaid: Amount }),
  totalsBefore: Figures,
  sales: z.array(SalesPoint),
  categories: z.array(Leader),
  products: z.array(Leader),
  methods: z.array(Leader),
  promos: z.array(Leader),
  funnel: z.array(FunnelStep),
  /** The share of carts that did not become orders, 0 to 1. */
  abandonment: z.number().nullable(),
  searches: z.array(VainSearch),
});
export type Analytics = z.infer<typeof Analytics>;

/** What a page that was opened in a browser tells: that it was, and nothing else. */
export const Seen = z.strictObject({ seen: z.enum(['visits', 'products']) });
