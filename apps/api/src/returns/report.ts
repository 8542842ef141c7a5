import { dayIn, plusDays, startOfDay } from '@shop/contracts/common/days';
import { adminReturnMessages as messages } from '@shop/contracts/returns/admin-messages';
import { REASON_ROWS_EXPORTED, REASON_ROWS_SHOWN, type ReturnReasonQuery } from '@shop/contracts/returns/admin-schema';
import { RETURN_REASONS } from '@shop/contracts/returns/constants';
import { returnReasonLabels } from '@shop/contracts/returns/messages';
import { csvRow } from '#platform/csv.ts';
import type { Db } from '#platform/database/db.ts';
import { findStoreTimeZone } from '#platform/database/store-time-zone.ts';
import { listReasons } from './admin-queries.ts';

/** Without a first day, the report begins this many days before its last one. */
const USUAL_DAYS = 90;

export async function reportReasons(db: Db, query: ReturnReasonQuery) {
  const { period } = await daysOf(db, query);
  return db.run(listReasons(period, REASON_ROWS_SHOWN));
}

/** As CSV, with more rows than the page shows, and a column for each reason. */
export async function exportReasons(db: Db, query: ReturnReasonQuery) {
  const { first, last, period } = await daysOf(db, query);
  const rows = await db.run(listReasons(period, REASON_ROWS_EXPORTED));
  const reasons = RETURN_REASONS.map((reason) => returnReasonLabels[reason]);
  const lines = [
    [messages.product, messages.variant, messages.sku, messages.units, ...reasons],
    ...rows.map(({ name, options, sku, units, reasons: counts }) => [
      name,
      Object.values(options).join(', '),
      sku,
      units,
      ...RETURN_REASONS.map((reason) => counts[reason] ?? 0),
    ]),
  ];
  return { name: `return-reasons-${first}-${last}.csv`, text: lines.map(csvRow).join('') };
}

/** Days are those of the store's time zone; without a last day, up to now. */
async function daysOf(db: Db, { from, to }: ReturnReasonQuery) {
  const timeZone = await findStoreTimeZone(db);
  const last = to ?? dayIn(new Date(), timeZone);
  const first = from ?? plusDays(last, -USUAL_DAYS);
  const period = {
    since: startOfDay(first, timeZone).toISOString(),
    before: startOfDay(plusDays(last, 1), timeZone).toISOString(),
  };
  return { first, last, period };
}
