import type { Permission } from '@shop/contracts/common/permissions';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import {
  ADMIN_ORDERS_SHOWN,
  DRY_RUN_MAX,
  IMPORT_ERRORS_SHOWN,
  type OrderBatch,
  type OrderImport,
  type OrderImportResult,
} from '@shop/contracts/orders/admin-schema';
import { OrderStatus } from '@shop/contracts/orders/schema';
import { type AuditActor, record } from '#audit/service.ts';
import { lockDiscountCodes } from '#discounts/service.ts';
import { lockCheckoutStock } from '#inventory/service.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect, recordUnlessFailed } from '#platform/effects.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { canStill } from '#platform/http/active-user.ts';
import { BULK_PRIORITY, enqueue } from '#platform/queue/queue.ts';
import { runWithinBudget } from '#platform/queue/time-budget.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import {
  findBatch,
  hasCancelledOrder,
  insertBatch,
  listKnownOrders,
  lockNextItem,
  lockOrders,
  updateFinished,
  updateItem,
  updateStopped,
} from './bulk-queries.ts';
import { assertCanSetStatus, getLockedOrder } from './change-status.ts';
import { errorsIn, type OrderStatusUpdate, readStatusUpdates } from './status-import-rules.ts';
import { transition } from './transition.ts';

/** A worker crash counts as an attempt, and must not fail the job. */
const MAX_RUNS = 100;

/** Skips unknown orders. The worker updates the orders one by one. */
export async function startBatch(tx: Db, actor: Actor, updates: OrderStatusUpdate[]) {
  assertCanSetStatuses(actor, updates);
  const { id } = await tx.run(insertBatch(actor, updates));
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
  await enqueueUpdates(tx, id);
  return { id };
}

const enqueueUpdates = (tx: Db, batchId: string) =>
  enqueue(
    tx,
    'update_order_statuses',
    { batchId },
    { key: `batch:${batchId}`, maxAttempts: MAX_RUNS, priority: BULK_PRIORITY },
  );

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
  const { rows, errors } = await checkStatuses(tx, actor, csv);
  const batch = apply && errors.length === 0 ? await startBatch(tx, actor, rows) : undefined;
  const statuses = countByStatus(rows).filter(({ orders }) => orders > 0);
  return { rows: rows.length, statuses, errors: errors.slice(0, IMPORT_ERRORS_SHOWN), batchId: batch?.id ?? null };
}

async function checkStatuses(db: Db, actor: Actor, csv: string) {
  const { rows, problems } = readStatusUpdates(csv);
  const known = await listKnownOrders(db, idsOf(rows));
  // A missing permission is reported at the dry run, not only when the file is applied.
  assertCanSetStatuses(actor, rows);
  return { rows, errors: [...problems, ...errorsIn(rows, known)].toSorted((a, b) => a.row - b.row) };
}

const idsOf = (updates: OrderStatusUpdate[]) => updates.map(({ orderId }) => orderId);

export async function getBatch(db: Db, id: string): Promise<OrderBatch> {
  const row = await db.run(findBatch(id));
  if (!row) throw new DomainError('not_found', 'batch_not_found', adminOrderMessages.batchNotFound);
  return withIsoDate(row);
}

/** The order that is being updated is the last one; those after it are named as not reached. Idempotent. */
export async function stopBatch(tx: Db, actor: Actor, id: string): Promise<OrderBatch> {
  await stop(tx, actor, id, { lostPermission: false });
  return getBatch(tx, id);
}

async function stop(tx: Db, by: AuditActor, id: string, { lostPermission }: { lostPermission: boolean }) {
  if (!(await updateStopped(tx, id, lostPermission))) return;
  await record(tx, by, {
    action: 'orders.bulk_stop',
    entity: 'order_batch',
    entityId: id,
    before: null,
    after: { lostPermission },
  });
}

/** Resumes where the last run ended. Each order is updated and marked as done in one transaction. */
export async function updateOrderStatuses(db: Db, batchId: string) {
  await runWithinBudget(
    () => db.transaction((tx) => updateNextOrder(tx, batchId)),
    () => enqueueUpdates(db, batchId),
  );
  await db.run(updateFinished(batchId));
}

async function updateNextOrder(tx: Db, batchId: string) {
  const item = await tx.run(lockNextItem(batchId));
  if (!item) return false;
  const { orderId, status, userId, requestId } = item;
  if (!(await canStill(tx, userId, permissionsFor(status)))) {
    await stop(tx, { id: null }, batchId, { lostPermission: true });
    return false;
  }
  const mayRefund = await canStill(tx, userId, ['orders.refund']);
  const by = { actor: 'admin' as const, userId, requestId: requestId ?? undefined, mayRefund };
  const error = await recordUnlessFailed(() =>
    tx.transaction(async (step) => transition(step, await getLockedOrder(step, orderId), status, by)),
  ).then(() => null, reasonOf);
  if (error !== null) recordEffect({ kind: 'skipped', what: 'order', count: 1 });
  await tx.run(updateItem(batchId, orderId, error));
  return true;
}

const permissionsFor = (status: OrderStatus): Permission[] =>
  status === 'cancelled' ? ['orders.update-status', 'orders.refund'] : ['orders.update-status'];

/** Orders that a dry run locks at a time: as many as a page of the list, for about half a second. */
const DRY_RUN_STEP = ADMIN_ORDERS_SHOWN;

/**
 * For dry runs: the work of the request and of its job, in transactions that are rolled back. Orders are independent of
 * each other unless one is reopened, which needs stock that another may take or return: then one transaction has all,
 * and their number is limited, because a checkout waits no more than 2 seconds for the lock of its stock.
 */
export async function updateOrdersDry(db: Db, actor: Actor, updates: OrderStatusUpdate[]) {
  const max = updates.length > DRY_RUN_STEP && (await reopensOrder(db, updates)) ? DRY_RUN_STEP : DRY_RUN_MAX;
  if (updates.length > max)
    throw new DomainError('invalid', 'dry_run_too_large', adminOrderMessages.dryRunTooLarge(max));
  for (let start = 0; start < updates.length; start += DRY_RUN_STEP)
    await db.transaction(async (tx) => {
      const locked = updates.slice(start, start + DRY_RUN_STEP);
      await lockInOrder(tx, locked);
      const { id } = await startBatch(tx, actor, locked);
      while (await updateNextOrder(tx, id));
    });
}

const reopensOrder = (db: Db, updates: OrderStatusUpdate[]) =>
  hasCancelledOrder(db, idsOf(updates.filter(({ status }) => status !== 'cancelled')));

/** Orders, codes, stock: one order after the other would lock stock before the next order, and could deadlock. */
async function lockInOrder(tx: Db, updates: OrderStatusUpdate[]) {
  const orders = await lockOrders(tx, idsOf(updates));
  const changesStock = [...updates, ...orders].some(({ status }) => status === 'cancelled');
  if (!changesStock) return;
  const checkoutIds = orders.map(({ checkoutId }) => checkoutId);
  await lockDiscountCodes(tx, checkoutIds, null);
  await lockCheckoutStock(tx, checkoutIds, []);
}

/** The same for a file. One with errors changes nothing. */
export async function importStatusesDry(db: Db, actor: Actor, { csv, apply }: OrderImport) {
  const { rows, errors } = await checkStatuses(db, actor, csv);
  if (apply && errors.length === 0) await updateOrdersDry(db, actor, rows);
}

/** The reason of a domain error is stored with the order; any other error is thrown, so that the job is retried. */
function reasonOf(error: unknown) {
  if (error instanceof DomainError) return error.details.errors?.[0]?.message ?? error.message;
  throw error;
}
