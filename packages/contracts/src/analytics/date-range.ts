import { daysBetween, monthEnd, monthStart, plusDays, plusMonths } from '../common/days.ts';
import type { Comparison, Preset } from './constants.ts';

/** First and last day, inclusive. */
export type DateRange = { from: string; to: string };

/** The earlier range, and how far it is from the later one: its days are moved by that to be compared. */
export type EarlierRange = DateRange & { shift: { months: number } | { days: number } };

const yearStart = (day: string) => `${day.slice(0, 4)}-01-01`;

/** `today` is the day in the store's time zone. */
export function presetRange(preset: Preset, today: string): DateRange {
  const yesterday = plusDays(today, -1);
  const lastMonth = plusMonths(today, -1);
  const ranges: Record<Preset, DateRange> = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    last7: { from: plusDays(today, -6), to: today },
    last30: { from: plusDays(today, -29), to: today },
    thisMonth: { from: monthStart(today), to: today },
    lastMonth: { from: monthStart(lastMonth), to: monthEnd(lastMonth) },
    thisYear: { from: yearStart(today), to: today },
  };
  return ranges[preset];
}

export type RangeQuery = { from?: string | undefined; to?: string | undefined; compare?: Comparison | undefined };

/**
 * Without days, this month so far. A range that has begun ends today at the latest, so that both ranges have the same
 * number of past days.
 */
export function resolveRange({ from, to, compare = 'previous' }: RangeQuery, today: string) {
  const isDefault = !from && !to;
  const last = to ?? (from && from > today ? from : today);
  const first = from ?? monthStart(last);
  const range = { from: first, to: last > today && first <= today ? today : last };
  // On the first of a month, this month so far is one day, but is still compared as a month.
  const isMonth = isDefault || (first < last && first === monthStart(last));
  return { ...range, compare, isDefault, before: earlierRange(range, compare, isMonth) };
}

/**
 * Of a month or a year from its first day on: the same days of the one before, or all of that month if the month is
 * complete. Of other ranges: as many days before. For a year earlier, the same days of that year.
 */
export function earlierRange(range: DateRange, compare: Comparison, isMonth = false): EarlierRange | null {
  if (compare === 'none') return null;
  const { from, to } = range;
  const months = compare === 'year' ? 12 : calendarMonths(range, isMonth);
  if (months === undefined) {
    const days = daysBetween(from, to) + 1;
    return { from: plusDays(from, -days), to: plusDays(from, -1), shift: { days } };
  }
  const end = plusMonths(to, -months);
  const isComplete = from === monthStart(from) && to === monthEnd(to);
  return { from: plusMonths(from, -months), to: isComplete ? monthEnd(end) : end, shift: { months } };
}

function calendarMonths({ from, to }: DateRange, isMonth: boolean) {
  if (from === monthStart(to) && (isMonth || from !== to)) return 1;
  return from === yearStart(to) && from !== to ? 12 : undefined;
}

/** The day of the later range that a day of the earlier one is compared with: February 28 with a first February 29. */
export function laterDay(day: string, { shift }: EarlierRange, { from, to }: DateRange) {
  const later = 'months' in shift ? plusMonths(day, shift.months) : plusDays(day, shift.days);
  if (later < from) return from;
  return later < to ? later : to;
}
