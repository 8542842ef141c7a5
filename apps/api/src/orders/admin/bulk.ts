import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import {
  IMPORT_ERRORS_SHOWN,
  type OrderBatch,
  type OrderImport,
  type OrderImportResult,
} from '@shop/contracts/orders/admin-schema';
import { OrderStatus } from '@shop/contracts/orders/schema';
import { record } from '#audit/service.ts';
import { assertCanSetStatus, getLockedOrder } from '#orders/status/service.ts';
import { transition } from '#orders/status/transition.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { findBatch, insertBatch, listKnownOrders, lockNextItem, updateFinished, updateItem } from './bulk-queries.ts';
import { errorsIn, type OrderStatusUpdate, readStatusUpdates } from './import-rules.ts';

/** A worker crash counts as an attempt, and must not fail the job. */
const MAX_RUNS = 100;

/** Skips unknown orders. The worker updates the orders one by one. */
export async function startBatch(tx: Db, actor: Actor, updates: OrderStatusUpdate[]) {
  assertCanSetStatuses(actor, updates);
  const { id } = await insertBatch(tx, actor, updates);
  await record(tx, actor, {
    action: 'orders.bulk_update',
    entity: 'order_batch',
    entityId: id,
    before: null,
    after: {
      orders: updates.length,
      statuses: Object.fromEntries(countByStatus(updates).map(({ status, orders }) => [status, orders])),
    },
  });
  await enqueue(tx, 'update_order_statuses', { batchId: id }, { key: `batch:${id}`, maxAttempts: MAX_RUNS });
  return { id };
}

function assertCanSetStatuses(actor: Actor, updates: OrderStatusUpdate[]) {
  for (const status of new Set(updates.map((update) => update.status))) assertCanSetStatus(actor, status);
}

const countByStatus = (updates: OrderStatusUpdate[]) =>
  OrderStatus.options.map((status) => ({
    status,
    orders: updates.filter((update) => update.status === status).length,
  }));

/** Checks the whole file before anything is written; if it has an error, nothing is. */
export async function importStatuses(tx: Db, actor: Actor, { csv, apply }: OrderImport): Promise<OrderImportResult> {
  const { rows, problems } = readStatusUpdates(csv);
  const known = await listKnownOrders(
    tx,
    rows.map(({ orderId }) => orderId),
  );
  const errors = [...problems, ...errorsIn(rows, known)].toSorted((a, b) => a.row - b.row);
  // A missing permission is reported at the dry run, not only when the file is applied.
  assertCanSetStatuses(actor, rows);
  const batch = apply && errors.length === 0 ? await startBatch(tx, actor, rows) : undefined;
  const statuses = countByStatus(rows).filter(({ orders }) => orders > 0);
  return { rows: rows.length, statuses, errors: errors.slice(0, IMPORT_ERRORS_SHOWN), batchId: batch?.id ?? null };
}

export async function getBatch(db: Db, id: string): Promise<OrderBatch> {
  const row = await findBatch(db, id);
  if (!row) throw new DomainError('not_found', 'batch_not_found', adminOrderMessages.batchNotFound);
  return withIsoDate(row);
}

/** Resumes where the last run ended. Each order is updated and marked as done in one transaction. */
export async function updateOrderStatuses(db: Db, batchId: string) {
  while (await db.transaction((tx) => updateNextOrder(tx, batchId)));
  await updateFinished(db, batchId);
}

async function updateNextOrder(tx: Db, batchId: string) {
  const item = await lockNextItem(tx, batchId);
  if (!item) return false;
  const { orderId, status, userId, requestId } = item;
  const error = await tx
    .transaction(async (step) =>
      transition(step, await getLockedOrder(step, orderId), status, {
        actor: 'admin',
        userId,
        requestId: requestId ?? undefined,
      }),
    )
    .then(() => null, errorMessageOf);
  await updateItem(tx, batchId, orderId, error);
  return true;
}

/** A domain error is stored with the order; any other error is thrown, so that the job is retried. */
function errorMessageOf(error: unknown) {
  if (error instanceof DomainError) return error.message;
  throw error;
}
