import { type DateRange, type EarlierRange, laterDay } from '@shop/contracts/analytics/date-range';
import type { Figures, FiguresPoint, Granularity } from '@shop/contracts/analytics/schema';
import { daysBetween, monthEnd, monthStart, plusDays } from '@shop/contracts/common/days';
import { type Cents, cents, sumOf, toAmount } from '@shop/contracts/common/money';

/** Sales of a day. `unpaidCents` is the part of `cents` that is not paid yet. */
type DayOfSales = {
  day: string;
  orders: number;
  units: number;
  cents: Cents;
  unpaidCents: Cents;
  /** Orders of customers who had ordered before. */
  returningOrders: number;
};
type DayOfRefunds = { day: string; refunds: number; cents: Cents };
export type DayCount = { metric: string; day: string; count: number };

/** The precomputed rows of a range of days. */
export type DayRows = { sales: DayOfSales[]; refunds: DayOfRefunds[]; counts: DayCount[] };

/** More days are grouped by month, unless chosen otherwise. */
const DAYS_SHOWN = 92;

export const granularityOf = ({ from, to }: DateRange): Granularity =>
  daysBetween(from, to) < DAYS_SHOWN ? 'day' : 'month';

/** A part of a range for which the metrics have rows. */
export type Piece = { grain: 'day' | 'month' | 'year'; start: string };

/**
 * The fewest parts of the range. There are no sales after today, so a range up to today covers the rest of its month
 * and year.
 */
export function piecesOf({ from, to }: DateRange, today: string): Piece[] {
  const pieces: Piece[] = [];
  const isCovered = (end: string) => end <= to || to >= today;
  for (let day = from; day <= to; ) {
    const [yearEnd, lastOfMonth] = [`${day.slice(0, 4)}-12-31`, monthEnd(day)];
    const isYear = day.endsWith('-01-01') && isCovered(yearEnd);
    const isMonth = day === monthStart(day) && isCovered(lastOfMonth);
    pieces.push({ grain: isYear ? 'year' : isMonth ? 'month' : 'day', start: day });
    day = plusDays(isYear ? yearEnd : isMonth ? lastOfMonth : day, 1);
  }
  return pieces;
}

/** The interval a day belongs to, identified by its first day. Weeks begin on Monday, or with the range. */
function intervalOf(day: string, by: Granularity, { from }: DateRange) {
  if (by === 'day') return day;
  const first = by === 'month' ? monthStart(day) : plusDays(day, -((new Date(day).getUTCDay() + 6) % 7));
  return first > from ? first : from;
}

const sumBy = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0);
const countOf = (counts: readonly DayCount[], metric: string) =>
  sumBy(counts, (row) => (row.metric === metric ? row.count : 0));

export function figuresOf({ sales, refunds, counts }: DayRows): Figures {
  const [orders, total] = [sumBy(sales, (day) => day.orders), sumOf(sales.map((day) => day.cents))];
  return {
    revenue: toAmount(total),
    orders,
    units: sumBy(sales, (day) => day.units),
    average: orders > 0 ? toAmount(cents(Math.round(total / orders))) : null,
    customers: countOf(counts, 'customers'),
    returning: orders > 0 ? sumBy(sales, (day) => day.returningOrders) / orders : null,
    refunds: toAmount(sumOf(refunds.map((day) => day.cents))),
    refundCount: sumBy(refunds, (day) => day.refunds),
    abandonment: abandonmentOf(countOf(counts, 'carts'), orders),
  };
}

/** The range by interval, each with the same interval of the earlier range, and the sums of both. */
export function figuresOverTime(
  now: DayRows,
  earlier: { rows: DayRows; range: EarlierRange } | null,
  range: DateRange,
  by: Granularity,
) {
  const toInterval = (day: string) => intervalOf(day, by, range);
  const present = groupRows(now, toInterval);
  const past = earlier && groupRows(earlier.rows, (day) => toInterval(laterDay(day, earlier.range, range)));
  const starts = new Set<string>();
  for (let day = range.from; day <= range.to; day = plusDays(day, 1)) starts.add(toInterval(day));
  const points: FiguresPoint[] = [...starts].map((start) => ({
    start,
    ...figuresOf(present(start)),
    before: past && figuresOf(past(start)),
  }));
  return {
    points,
    totals: { ...figuresOf(now), unpaid: toAmount(sumOf(now.sales.map((day) => day.unpaidCents))) },
    totalsBefore: earlier && figuresOf(earlier.rows),
  };
}

/** Rows by the interval of their day. */
function groupRows(rows: DayRows, toInterval: (day: string) => string) {
  const grouped = new Map<string, DayRows>();
  const groupOf = (day: string) => {
    const start = toInterval(day);
    const group = grouped.get(start) ?? { sales: [], refunds: [], counts: [] };
    grouped.set(start, group);
    return group;
  };
  for (const row of rows.sales) groupOf(row.day).sales.push(row);
  for (const row of rows.refunds) groupOf(row.day).refunds.push(row);
  for (const row of rows.counts) groupOf(row.day).counts.push(row);
  return (start: string): DayRows => grouped.get(start) ?? { sales: [], refunds: [], counts: [] };
}

/** The share of carts that did not become orders; at least 0, as orders may have no counted cart. */
export const abandonmentOf = (carts: number, orders: number) => (carts > 0 ? Math.max(0, 1 - orders / carts) : null);

/** In percent, to one decimal; null if there is nothing to compare with. */
export const changeOf = (now: number | null, before: number | null) =>
  now === null || !before ? null : Math.round(((now - before) / before) * 1_000) / 10;

const QUERY_LENGTH_MAX = 80;
/**
 * Normalizes a search; undefined for what looks like an email address, a phone or a card number. Without what PostgreSQL
 * does not store (NUL, half a surrogate pair); cut by code points, as PostgreSQL measures the length.
 */
export function storableSearchQuery(typed: string) {
  const query = typed
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase();
  const isPersonal = query.includes('@') || query.replaceAll(/[\s().+-]/g, '').match(/\d{6}/);
  return query && !isPersonal ? [...query].slice(0, QUERY_LENGTH_MAX).join('').trimEnd() : undefined;
}
