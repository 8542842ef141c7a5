import { type Report, STEPS } from '@shop/contracts/analytics/constants';
import { analyticsMessages } from '@shop/contracts/analytics/messages';
import {
  type Analytics,
  type AnalyticsQuery,
  type ReportRow,
  TOP_ROWS_EXPORTED,
  TOP_ROWS_SHOWN,
} from '@shop/contracts/analytics/schema';
import { paymentMethodLabels } from '@shop/contracts/checkout/messages';
import { toAmount } from '@shop/contracts/common/money';
import { csvRow } from '#platform/csv.ts';
import type { Db } from '#platform/database/db.ts';
import { listCounts, listDaysOfSales, listTopRows, listZeroResultSearches, type Subject } from './queries.ts';
import { abandonmentOf, periodAfter, periodBefore, periodOf, type Span, salesOverTime, spanOf } from './rules.ts';

const METHODS: Partial<Record<string, string>> = paymentMethodLabels;

type ReportRange = { span: Span; by: Analytics['by']; today: string };

function resolveRange({ period, by }: AnalyticsQuery, now: Date): ReportRange {
  const today = now.toISOString().slice(0, 10);
  const span = spanOf(period ?? periodOf({ grain: 'month', start: today }));
  return { span, by: by ?? (span.grain === 'year' ? 'month' : 'day'), today };
}

/** Reads precomputed metrics: a few short index ranges, however many orders there are. */
export async function analyse(db: Db, query: AnalyticsQuery, now: Date): Promise<Analytics> {
  const range = resolveRange(query, now);
  const { span, by, today } = range;
  const [sales, categories, products, methods, discountCodes, counts, searches] = await Promise.all([
    loadSalesOverTime(db, range),
    loadTopRows(db, 'category', span, TOP_ROWS_SHOWN),
    loadTopRows(db, 'product', span, TOP_ROWS_SHOWN),
    loadTopRows(db, 'payment_method', span, TOP_ROWS_SHOWN),
    loadTopRows(db, 'discount_code', span, TOP_ROWS_SHOWN),
    countFunnelSteps(db, span),
    listZeroResultSearches(db, span, TOP_ROWS_SHOWN),
  ]);
  return {
    period: periodOf(span),
    by,
    earlier: periodBefore(span),
    later: span.end <= today ? periodAfter(span) : null,
    ...sales,
    categories,
    products,
    methods,
    discountCodes,
    funnel: funnelOf({ ...counts, orders: sales.totals.orders }),
    abandonment: abandonmentOf(counts.carts, sales.totals.orders),
    searches,
  };
}

async function loadSalesOverTime(db: Db, { span, by, today }: ReportRange) {
  const days = await listDaysOfSales(db, spanOf(periodBefore(span)).start, span.end);
  return salesOverTime(days, span, by, today);
}

async function loadTopRows(db: Db, subject: Subject, span: Span, limit: number): Promise<ReportRow[]> {
  const rows = await listTopRows(db, subject, span, limit);
  return rows.map(({ name, cents, ...row }) => ({
    ...row,
    name: (subject === 'payment_method' ? METHODS[row.key] : name) ?? analyticsMessages.deletedProduct,
    revenue: toAmount(cents),
  }));
}

async function countFunnelSteps(db: Db, { start, end }: Span) {
  const rows = await listCounts(db, start, end);
  const sum = (step: string) => rows.reduce((total, { metric, count }) => total + (metric === step ? count : 0), 0);
  return { visits: sum('visits'), products: sum('products'), carts: sum('carts'), checkouts: sum('checkouts') };
}

const funnelOf = (counts: Record<(typeof STEPS)[number], number>) =>
  STEPS.map((step) => ({ step, count: counts[step] }));

const { columns } = analyticsMessages;

/** A report as CSV, with more rows than the page shows. */
export async function exportReport(db: Db, report: Report, query: AnalyticsQuery, now: Date) {
  const range = resolveRange(query, now);
  const byName = async (subject: Subject, withUnits: boolean) => [
    [columns.name, columns.orders, ...(withUnits ? [columns.units, columns.value] : [columns.revenue])],
    ...(await loadTopRows(db, subject, range.span, TOP_ROWS_EXPORTED)).map(({ name, orders, units, revenue }) => [
      name,
      orders,
      ...(withUnits ? [units] : []),
      revenue.toFixed(2),
    ]),
  ];
  const tables: Record<Report, () => Promise<(string | number)[][]>> = {
    async sales() {
      const { sales } = await loadSalesOverTime(db, range);
      return [
        [columns.start, columns.revenue, columns.orders, columns.units, columns.revenueBefore, columns.ordersBefore],
        ...sales.map(({ start, revenue, orders, units, before }) => [
          start,
          revenue.toFixed(2),
          orders,
          units,
          before.revenue.toFixed(2),
          before.orders,
        ]),
      ];
    },
    categories: () => byName('category', true),
    products: () => byName('product', true),
    methods: () => byName('payment_method', false),
    discountCodes: () => byName('discount_code', false),
    async funnel() {
      const [counts, { totals }] = await Promise.all([countFunnelSteps(db, range.span), loadSalesOverTime(db, range)]);
      const funnel = funnelOf({ ...counts, orders: totals.orders });
      return [
        [columns.step, columns.count],
        ...funnel.map(({ step, count }) => [analyticsMessages.steps[step], count]),
      ];
    },
    async searches() {
      const rows = await listZeroResultSearches(db, range.span, TOP_ROWS_EXPORTED);
      return [[columns.query, columns.count], ...rows.map(({ query: searchQuery, count }) => [searchQuery, count])];
    },
  };
  const rows = await tables[report]();
  return { name: `${report}-${periodOf(range.span)}.csv`, text: rows.map((cells) => csvRow(cells)).join('') };
}
