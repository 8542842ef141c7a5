import {
  type Analytics,
  type AnalyticsQuery,
  LEADERS_DOWNLOADED,
  LEADERS_SHOWN,
  type Leader,
} from '@shop/contracts/analytics';
import { analyticsMessages, type Report, STEPS } from '@shop/contracts/analytics-texts';
import { paymentMethodLabels } from '@shop/contracts/checkout-texts';
import { toAmount } from '@shop/contracts/money';
import type { Db } from '#db.ts';
import { listCounts, listDaysOfSales, listLeaders, listVainSearches, type Subject } from './queries.ts';
import { abandonmentOf, csv, periodAfter, periodBefore, periodOf, type Span, salesOverTime, spanOf } from './rules.ts';

const METHODS: Partial<Record<string, string>> = paymentMethodLabels;

type Asked = { span: Span; by: Analytics['by']; today: string };

function understood({ period, by }: AnalyticsQuery, now: Date): Asked {
  const today = now.toISOString().slice(0, 10);
  const span = spanOf(period ?? periodOf({ grain: 'month', start: today }));
  return { span, by: by ?? (span.grain === 'year' ? 'month' : 'day'), today };
}

/** From the figures kept ready: a handful of short stretches of indexes, however many orders there are. */
export async function analyse(db: Db, query: AnalyticsQuery, now: Date): Promise<Analytics> {
  const asked = understood(query, now);
  const { span, by, today } = asked;
  const [sales, categories, products, methods, promos, funnel, searches] = await Promise.all([
    overTime(db, asked),
    leaders(db, 'category', span, LEADERS_SHOWN),
    leaders(db, 'product', span, LEADERS_SHOWN),
    leaders(db, 'method', span, LEADERS_SHOWN),
    leaders(db, 'promo', span, LEADERS_SHOWN),
    stepsOf(db, span),
    listVainSearches(db, span, LEADERS_SHOWN),
  ]);
  const counts = { ...funnel, orders: sales.totals.orders };
  return {
    period: periodOf(span),
    by,
    earlier: periodBefore(span),
    later: span.end <= today ? periodAfter(span) : null,
    ...sales,
    categories,
    products,
    methods,
    promos,
    funnel: STEPS.map((step) => ({ step, count: counts[step] })),
    abandonment: abandonmentOf(funnel.carts, sales.totals.orders),
    searches,
  };
}

async function overTime(db: Db, { span, by, today }: Asked) {
  const days = await listDaysOfSales(db, spanOf(periodBefore(span)).start, span.end);
  return salesOverTime(days, span, by, today);
}

async function leaders(db: Db, subject: Subject, span: Span, limit: number): Promise<Leader[]> {
  const rows = await listLeaders(db, subject, span, limit);
  return rows.map(({ name, cents, ...row }) => ({
    ...row,
    name: (subject === 'method' ? METHODS[row.key] : name) ?? analyticsMessages.goneProduct,
    revenue: toAmount(cents),
  }));
}

async function stepsOf(db: Db, { start, end }: Span) {
  const rows = await listCounts(db, start, end);
  const sum = (step: string) => rows.reduce((total, { what, count }) => total + (what === step ? count : 0), 0);
  return { visits: sum('visits'), products: sum('products'), carts: sum('carts'), checkouts: sum('checkouts') };
}

const { columns } = analyticsMessages;

/** A report as a table to take home, with more rows than a page shows. */
export async function download(db: Db, report: Report, query: AnalyticsQuery, now: Date) {
  const asked = understood(query, now);
  const byName = async (subject: Subject, withPieces: boolean) => [
    [columns.name, columns.orders, ...(withPieces ? [columns.units, columns.value] : [columns.revenue])],
    ...(await leaders(db, subject, asked.span, LEADERS_DOWNLOADED)).map(({ name, orders, units, revenue }) => [
      name,
      orders,
      ...(withPieces ? [units] : []),
      revenue.toFixed(2),
    ]),
  ];
  const tables: Record<Report, () => Promise<(string | number)[][]>> = {
    async sales() {
      const { sales } = await overTime(db, asked);
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
    methods: () => byName('method', false),
    promos: () => byName('promo', false),
    async funnel() {
      const { funnel } = await analyse(db, query, now);
      return [
        [columns.step, columns.count],
        ...funnel.map(({ step, count }) => [analyticsMessages.steps[step], count]),
      ];
    },
    async searches() {
      const rows = await listVainSearches(db, asked.span, LEADERS_DOWNLOADED);
      return [[columns.words, columns.count], ...rows.map(({ words, count }) => [words, count])];
    },
  };
  return { name: `${report}-${periodOf(asked.span)}.csv`, text: csv(await tables[report]()) };
}
