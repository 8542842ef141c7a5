import { RANGE_DAYS_MAX } from '@shop/contracts/analytics/constants';
import { type DateRange, type EarlierRange, type RangeQuery, resolveRange } from '@shop/contracts/analytics/date-range';
import { dateRangeMessages } from '@shop/contracts/analytics/date-range-messages';
import type { Granularity, ReportedRange } from '@shop/contracts/analytics/schema';
import { dayIn, daysBetween } from '@shop/contracts/common/days';
import { findStoreTimeZone } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { listCounts, listDaysOfRefunds, listDaysOfSales } from './queries.ts';
import { type DayRows, figuresOverTime } from './rules.ts';

/** The days of a report, in the store's time zone. */
export type ReportRange = Omit<ReportedRange, 'before'> & { before: EarlierRange | null };

export async function rangeOf(db: Db, query: RangeQuery, now: Date): Promise<ReportRange> {
  const timeZone = await findStoreTimeZone(db);
  const today = dayIn(now, timeZone);
  const range = resolveRange(query, today);
  // A range without an end ends today.
  if (daysBetween(range.from, range.to) >= RANGE_DAYS_MAX) {
    const message = dateRangeMessages.tooLong;
    throw new DomainError('invalid', 'range_too_long', message, { errors: [{ field: 'from', message }] });
  }
  return { ...range, today, timeZone };
}

export const reportedRange = ({ before, ...range }: ReportRange): ReportedRange => ({
  ...range,
  before: before && { from: before.from, to: before.to },
});

/** Reads precomputed rows: a few for each day. */
export async function loadFigures(db: Db, range: ReportRange, by: Granularity) {
  const [now, earlier] = await Promise.all([loadDays(db, range), range.before && loadDays(db, range.before)]);
  const past = earlier && range.before ? { rows: earlier, range: range.before } : null;
  return { ...figuresOverTime(now, past, range, by), counts: now.counts };
}

async function loadDays(db: Db, range: DateRange): Promise<DayRows> {
  const [sales, refunds, counts] = await Promise.all([
    db.run(listDaysOfSales(range)),
    db.run(listDaysOfRefunds(range)),
    db.run(listCounts(range)),
  ]);
  return { sales, refunds, counts };
}
