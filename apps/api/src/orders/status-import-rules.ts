import { Id } from '@shop/contracts/common/schema';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { BATCH_MAX } from '@shop/contracts/orders/admin-schema';
import { OrderStatus } from '@shop/contracts/orders/schema';
import { parseCsv } from '#platform/csv.ts';

export type OrderStatusUpdate = { orderId: string; status: OrderStatus };
type RowError = { row: number; message: string };

const KNOWN = OrderStatus.options.join(', ');

/** The rows with a valid order id and status, and the errors of the others. */
export function readStatusUpdates(csv: string) {
  const lines = parseCsv(csv);
  if (!lines) return { rows: [], problems: [{ row: 1, message: adminOrderMessages.importUnreadable }] };
  const heading = lines[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const idAt = heading.indexOf(adminOrderMessages.columns.id.toLowerCase());
  const statusAt = heading.indexOf(adminOrderMessages.columns.status.toLowerCase());
  if (idAt < 0 || statusAt < 0)
    return { rows: [], problems: [{ row: 1, message: adminOrderMessages.importNoColumns }] };
  if (lines.length === 1) return { rows: [], problems: [{ row: 2, message: adminOrderMessages.importEmpty }] };
  if (lines.length > BATCH_MAX + 1)
    return { rows: [], problems: [{ row: BATCH_MAX + 2, message: adminOrderMessages.tooManyOrders(BATCH_MAX) }] };

  const rows: (OrderStatusUpdate & { row: number })[] = [];
  const problems: RowError[] = [];
  for (const { row, cells } of lines.slice(1)) {
    const orderId = Id.safeParse(cells[idAt]?.trim().toLowerCase());
    const status = OrderStatus.safeParse(cells[statusAt]?.trim().toLowerCase());
    if (!orderId.success) problems.push({ row, message: adminOrderMessages.importBadId });
    if (!status.success) problems.push({ row, message: adminOrderMessages.importBadStatus(KNOWN) });
    if (orderId.success && status.success) rows.push({ row, orderId: orderId.data, status: status.data });
  }
  return { rows, problems };
}

/** Orders that do not exist, or occur twice. */
export function errorsIn(rows: (OrderStatusUpdate & { row: number })[], known: ReadonlySet<string>): RowError[] {
  const seen = new Set<string>();
  return rows.flatMap(({ row, orderId }) => {
    if (!known.has(orderId)) return [{ row, message: adminOrderMessages.importUnknown }];
    if (seen.has(orderId)) return [{ row, message: adminOrderMessages.importTwice }];
    seen.add(orderId);
    return [];
  });
}
