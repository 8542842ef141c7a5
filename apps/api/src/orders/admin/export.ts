import { toAmount } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { OrderFilter } from '@shop/contracts/orders/admin-schema';
import { recordExport } from '#audit/service.ts';
import { csvRow } from '#platform/csv.ts';
import type { Db } from '#platform/database/db.ts';
import type { Actor } from '#platform/http/access.ts';
import { readPages } from '#platform/http/paging.ts';
import { toIso } from '#platform/timestamps.ts';
import { scopeOf } from './list.ts';
import type { OrderScope } from './page-queries.ts';
import { type ExportRow, listForExport } from './queries.ts';

const PAGE = 1_000;

/** All orders that match the filter as CSV, newest first. A too broad search is rejected before the first row. */
export async function exportOrders(db: Db, actor: Actor, filter: OrderFilter) {
  const scope = await scopeOf(db, filter);
  await recordExport(db, actor, 'orders', filter);
  return write(db, scope, filter);
}

/** Streamed: read page by page while it is sent. */
async function* write(db: Db, scope: OrderScope, filter: OrderFilter) {
  yield csvRow(Object.values(adminOrderMessages.columns));
  const page = (limit: number, last?: ExportRow) => listForExport(db, scope, filter, { limit, after: last?.id });
  for await (const rows of readPages(PAGE, page)) yield rows.map(rowOf).join('');
}

/** In the order of the columns. */
const rowOf = (row: ExportRow) =>
  csvRow([
    row.id,
    row.number,
    toIso(row.createdAt),
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
