import type { OrderFilter } from '@shop/contracts/admin-orders';
import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import { toAmount } from '@shop/contracts/money';
import type { Db } from '#db.ts';
import { csvRow } from '#platform/csv.ts';
import { inPages } from '#platform/paging.ts';
import { lookFor } from './desk.ts';
import { type Among, type ExportRow, listForExport } from './queries-desk.ts';

const PAGE = 1_000;

/** All orders the filter lets through, newest first, as a table. What it cannot look for is refused before it begins. */
export async function exportOrders(db: Db, filter: OrderFilter) {
  return write(db, filter.q ? await lookFor(db, filter.q) : 'all', filter);
}

/** Read page by page while it is sent. */
async function* write(db: Db, among: Among, filter: OrderFilter) {
  yield csvRow(Object.values(adminOrderMessages.columns));
  const page = (limit: number, last?: ExportRow) => listForExport(db, among, filter, { limit, after: last?.id });
  for await (const rows of inPages(PAGE, page)) yield rows.map(rowOf).join('');
}

/** In the order of the columns. */
const rowOf = (row: ExportRow) =>
  csvRow([
    row.id,
    row.number,
    new Date(row.createdAt).toISOString(),
    row.status,
    row.paymentStatus,
    row.paymentMethod,
    row.customer,
    row.email,
    row.address,
    ...[row.subtotalCents, row.taxCents, row.shippingCents, row.discountCents, row.totalCents].map((cents) =>
      toAmount(cents).toFixed(2),
    ),
    row.promoCode,
    row.trackingNumber,
    row.notes,
  ]);
