import { zonedIso } from '@shop/contracts/common/days';
import { toAmount } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { OrderFilter } from '@shop/contracts/orders/admin-schema';
import { recordExport } from '#audit/service.ts';
import { csvRow } from '#platform/csv.ts';
import type { Db } from '#platform/database/db.ts';
import { findStoreTimeZone } from '#platform/database/store-time-zone.ts';
import type { Actor } from '#platform/http/access.ts';
import { readPages } from '#platform/http/paging.ts';
import { periodOf, scopeOf } from './admin-list.ts';
import type { OrderScope, PeriodFilter } from './admin-page-queries.ts';
import { type ExportRow, listForExport } from './admin-queries.ts';

const PAGE = 1_000;

type Reader = { actor: Actor; readDb: Db };

/** All orders that match the filter as CSV, newest first. A too broad search is rejected before the first row. */
export async function exportOrders(db: Db, { actor, readDb }: Reader, filter: OrderFilter) {
  const scope = await scopeOf(readDb, filter);
  const [period, timeZone] = [await periodOf(readDb, filter), await findStoreTimeZone(readDb)];
  await recordExport(db, actor, 'orders', filter);
  return write(readDb, scope, period, timeZone);
}

/** Streamed: read page by page while it is sent. */
async function* write(db: Db, scope: OrderScope, filter: PeriodFilter, timeZone: string) {
  yield csvRow(Object.values(adminOrderMessages.columns));
  const page = (limit: number, last?: ExportRow) => db.run(listForExport(scope, filter, { limit, after: last?.id }));
  for await (const rows of readPages(PAGE, page)) yield rows.map((row) => rowOf(row, timeZone)).join('');
}

/** In the order of the columns. Dates are in the store's time zone. */
const rowOf = (row: ExportRow, timeZone: string) =>
  csvRow([
    row.id,
    row.number,
    zonedIso(row.createdAt, timeZone),
    row.status,
    row.paymentStatus,
    row.paymentMethod,
    row.customer,
    row.email,
    row.address,
    ...[row.subtotalCents, row.taxCents, row.shippingCents, row.discountCents, row.totalCents].map((cents) =>
      toAmount(cents).toFixed(2),
    ),
    row.discountCode,
    row.trackingNumber,
    row.notes,
  ]);
