import { STEPS } from '@shop/contracts/analytics/constants';
import { analyticsMessages } from '@shop/contracts/analytics/messages';
import { type Analytics, type AnalyticsQuery, type ReportRow, TOP_ROWS_SHOWN } from '@shop/contracts/analytics/schema';
import { paymentMethodLabels } from '@shop/contracts/checkout/messages';
import { toAmount } from '@shop/contracts/common/money';
import type { Db } from '#platform/database/db.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { findPromises, listRevenueOf, listTopRows, listZeroResultSearches, type Subject } from './queries.ts';
import { loadFigures, type ReportRange, rangeOf, reportedRange } from './range.ts';
import { type DayCount, granularityOf, piecesOf } from './rules.ts';

const METHODS: Partial<Record<string, string>> = paymentMethodLabels;

/** Reads precomputed metrics: a few short index ranges, however many orders there are. */
export async function analyse(db: Db, actor: Actor, query: AnalyticsQuery, now: Date): Promise<Analytics> {
  const range = await rangeOf(db, query, now);
  const by = query.by ?? granularityOf(range);
  const top = (subject: Subject) => loadTopRows(db, subject, range, TOP_ROWS_SHOWN);
  const [figures, categories, products, methods, discountCodes, customers, refundedProducts, searches, promises] =
    await Promise.all([
      loadFigures(db, range, by),
      top('category'),
      top('product'),
      top('payment_method'),
      top('discount_code'),
      canNow(actor, 'customers.read') ? top('customer') : null,
      top('refunded_product'),
      db.run(listZeroResultSearches(range, TOP_ROWS_SHOWN)),
      loadPromises(db, range),
    ]);
  const { counts, ...overTime } = figures;
  return {
    range: reportedRange(range),
    by,
    ...overTime,
    categories,
    products,
    methods,
    discountCodes,
    customers,
    refundedProducts,
    funnel: funnelOf(counts, overTime.totals.orders),
    searches,
    promises,
  };
}

async function loadPromises(db: Db, { from, to, before, today }: ReportRange) {
  const [now, earlier] = await Promise.all([
    db.run(findPromises({ from, to }, today)),
    before && db.run(findPromises(before, today)),
  ]);
  return { ...now, before: earlier };
}

/** The top rows of the range, each with its revenue in the earlier range. */
export async function loadTopRows(db: Db, subject: Subject, range: ReportRange, limit: number): Promise<ReportRow[]> {
  const { before, today } = range;
  const rows = await db.run(listTopRows(subject, piecesOf(range, today), limit));
  const keys = rows.map(({ key }) => key);
  const earlier = before && keys.length > 0 ? await listRevenueOf(db, subject, piecesOf(before, today), keys) : null;
  const deleted = subject === 'customer' ? analyticsMessages.deletedCustomer : analyticsMessages.deletedProduct;
  return rows.map(({ name, cents, ...row }) => ({
    ...row,
    name: (subject === 'payment_method' ? METHODS[row.key] : name) ?? deleted,
    revenue: toAmount(cents),
    before: earlier && toAmount(earlier.get(row.key) ?? 0),
  }));
}

export function funnelOf(rows: readonly DayCount[], orders: number) {
  const sum = (step: string) => rows.reduce((total, { metric, count }) => total + (metric === step ? count : 0), 0);
  return STEPS.map((step) => ({ step, count: step === 'orders' ? orders : sum(step) }));
}
