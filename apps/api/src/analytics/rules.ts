import type { Granularity, SalesPoint } from '@shop/contracts/analytics/schema';
import { toAmount } from '@shop/contracts/common/money';

/** Sales of a day. `unpaidCents` is the part of `cents` that is not paid yet. */
export type DayOfSales = { day: string; orders: number; units: number; cents: number; unpaidCents: number };
type Sum = Omit<DayOfSales, 'day'>;

const DAY_MS = 86_400_000;
const isoDay = (moment: number) => new Date(moment).toISOString().slice(0, 10);
export const plusDays = (day: string, days: number) => isoDay(Date.parse(day) + days * DAY_MS);

export type Span = { grain: 'month' | 'year'; start: string; end: string };

/** `period` is '2026-03' or '2026'; `end` is exclusive. */
export function spanOf(period: string): Span {
  const grain = period.length === 4 ? 'year' : 'month';
  const start = grain === 'year' ? `${period}-01-01` : `${period}-01`;
  const [year = 0, month = 1] = period.split('-').map(Number);
  const end = grain === 'year' ? Date.UTC(year + 1, 0) : Date.UTC(year, month);
  return { grain, start, end: isoDay(end) };
}

export const periodOf = ({ grain, start }: Pick<Span, 'grain' | 'start'>) => start.slice(0, grain === 'year' ? 4 : 7);
export const periodBefore = ({ grain, start }: Span) => periodOf({ grain, start: plusDays(start, -1) });
export const periodAfter = ({ grain, end }: Span) => periodOf({ grain, start: end });

/** The same day of the period; the last day of the month where it is shorter. */
function counterpart(day: string, { grain, start }: Span) {
  const year = start.slice(0, 4);
  const month = (grain === 'year' ? day : start).slice(5, 7);
  const lastDate = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return `${year}-${month}-${`${Math.min(Number(day.slice(8)), lastDate)}`.padStart(2, '0')}`;
}

/** The interval a day belongs to, identified by its first day. Weeks begin on Monday, or with the period. */
function intervalOf(day: string, by: Granularity, { start }: Span) {
  if (by === 'day') return day;
  if (by === 'month') return `${day.slice(0, 7)}-01`;
  const monday = plusDays(day, -((new Date(day).getUTCDay() + 6) % 7));
  return monday > start ? monday : start;
}

const sumOf = (days: readonly Sum[]): Sum => ({
  orders: days.reduce((sum, { orders }) => sum + orders, 0),
  units: days.reduce((sum, { units }) => sum + units, 0),
  cents: days.reduce((sum, { cents }) => sum + cents, 0),
  unpaidCents: days.reduce((sum, { unpaidCents }) => sum + unpaidCents, 0),
});
const metricsOf = ({ orders, units, cents }: Sum) => ({ orders, units, revenue: toAmount(cents) });

/** Splits rows into those of the period up to today and those of the same days of the previous period. */
export function compareDays<T extends { day: string }>(days: readonly T[], span: Span, today: string) {
  const isInPeriod = ({ day }: { day: string }) => day <= today && day < span.end;
  return {
    now: days.filter((row) => row.day >= span.start && isInPeriod(row)),
    before: days
      .filter(({ day }) => day < span.start)
      .map((row) => ({ ...row, day: counterpart(row.day, span) }))
      .filter(isInPeriod),
  };
}

/** The period up to today by interval, compared with the same days of the previous period. */
export function salesOverTime(days: readonly DayOfSales[], span: Span, by: Granularity, today: string) {
  const { now, before } = compareDays(days, span, today);
  const starts = new Set<string>();
  for (let day = span.start; day <= today && day < span.end; day = plusDays(day, 1))
    starts.add(intervalOf(day, by, span));
  const within = (list: readonly DayOfSales[], start: string) =>
    metricsOf(sumOf(list.filter(({ day }) => intervalOf(day, by, span) === start)));
  const sales: SalesPoint[] = [...starts].map((start) => ({
    start,
    ...within(now, start),
    before: within(before, start),
  }));
  const total = sumOf(now);
  return {
    sales,
    totals: { ...metricsOf(total), unpaid: toAmount(total.unpaidCents) },
    totalsBefore: metricsOf(sumOf(before)),
  };
}

/** The share of carts that did not become orders; at least 0, as orders may have no counted cart. */
export const abandonmentOf = (carts: number, orders: number) => (carts > 0 ? Math.max(0, 1 - orders / carts) : null);

/** In percent, to one decimal; null if there is nothing to compare with. */
export const changeOf = (now: number | null, before: number | null) =>
  now === null || !before ? null : Math.round(((now - before) / before) * 1_000) / 10;

const QUERY_LENGTH_MAX = 80;
/** Normalizes a search; undefined for what looks like an email address, a phone or a card number. */
export function storableSearchQuery(typed: string) {
  const query = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const isPersonal = query.includes('@') || query.replaceAll(/[\s().+-]/g, '').match(/\d{6}/);
  return query && !isPersonal ? query.slice(0, QUERY_LENGTH_MAX) : undefined;
}
