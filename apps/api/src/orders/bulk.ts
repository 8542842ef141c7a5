import type { Permission } from '@shop/contracts/common/permissions';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import {
  ADMIN_ORDERS_SHOWN,
  DRY_RUN_MAX,
  IMPORT_ERRORS_SHOWN,
  OrderBatch,
  type OrderImport,
  type OrderImportResult,
} from '@shop/contracts/orders/admin-schema';
import { OrderStatus } from '@shop/contracts/orders/schema';
import { type AuditActor, record } from '#audit/service.ts';
import { lockDiscountCodes } from '#discounts/service.ts';
import { lockCheckoutStock } from '#inventory/service.ts';
import { staffName } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, json, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, first, one } from '#platform/database/sql.ts';
import { recordEffect, recordUnlessFailed } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { canStill } from '#platform/http/active-user.ts';
import { BULK_PRIORITY, enqueue } from '#platform/queue/queue.ts';
import { runWithinBudget } from '#platform/queue/time-budget.ts';
import { withIsoDate } from '#platform/timestamps.ts';
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

type Creator = { id: string; requestId?: string };
const insertBatch = ({ id, requestId }: Creator, updates: OrderStatusUpdate[]) =>
  one('orders.insertBatch', { id: uuid })`
    with batch as (insert into order_batches (created_by, request_id) values (${id}, ${requestId ?? null}) returning id),
         items as (insert into order_batch_items (batch_id, order_id, to_status)
                   select batch.id, o.id, to_status
                     from batch, unnest(${updates.map(({ orderId }) => orderId)}::uuid[],
                                        ${updates.map(({ status }) => status)}::text[]) as requested (order_id, to_status)
                     join orders o on o.id = order_id)
    select id from batch`;

const item = {
  orderId: uuid,
  status: oneOf(OrderStatus.options),
  userId: orNull(uuid),
  requestId: orNull(text),
};

/** Locked until the transaction ends: a second worker takes the one after it. */
const lockNextItem = (batchId: string) =>
  first('orders.lockNextItem', item)`
    select i.order_id, i.to_status as status, b.created_by as user_id, b.request_id
      from order_batch_items i join order_batches b on b.id = i.batch_id
     where i.batch_id = ${batchId} and i.status = 'pending' order by i.order_id limit 1 for update of i skip locked`;

const updateItem = (batchId: string, orderId: string, error: string | null) =>
  count('orders.updateItem')`
    update order_batch_items set status = ${error === null ? 'done' : 'failed'}, error = ${error}
     where batch_id = ${batchId} and order_id = ${orderId}`;

/**
 * An order that is being updated is waited for; those after it are not reached. Items are locked before their batch, as
 * by the job. Returns whether the batch was not finished yet.
 */
async function updateStopped(tx: Db, batchId: string, lostPermission: boolean) {
  await tx.run(count('orders.updateUnreachedItems')`
    update order_batch_items set status = 'failed', error = ${adminOrderMessages.notReached}
     where batch_id = ${batchId} and status = 'pending'`);
  const stopped = await tx.run(count('orders.updateStopped')`
    update order_batches set finished_at = now(), stopped_at = now(), lost_permission = ${lostPermission}
     where id = ${batchId} and finished_at is null`);
  return stopped === 1;
}

const updateFinished = (batchId: string) =>
  count('orders.updateFinished')`
    update order_batches b set finished_at = now()
     where id = ${batchId} and finished_at is null
       and not exists (select from order_batch_items where batch_id = b.id and status = 'pending')`;

const batch = {
  id: uuid,
  total: number,
  done: number,
  failed: number,
  finished: bool,
  stopped: bool,
  lostPermission: orNull(text),
  createdAt: timestamp,
  failures: json(OrderBatch.shape.failures),
};

const findBatch = (id: string) =>
  first('orders.findBatch', batch)`
    select b.id, b.finished_at is not null as finished, b.stopped_at is not null as stopped,
           case when b.lost_permission then ${staffName('u')} end as lost_permission,
           b.created_at, i.*, f.failures
      from order_batches b
      left join users u on u.id = b.created_by
      cross join lateral (
        select count(*) as total, count(*) filter (where status = 'done') as done,
               count(*) filter (where status = 'failed') as failed
          from order_batch_items where batch_id = b.id) i
      cross join lateral (
        select coalesce(json_agg(json_build_object('orderId', order_id, 'number', number, 'message', error)), '[]') as failures
          from (select i.order_id, o.number, i.error from order_batch_items i join orders o on o.id = i.order_id
                 where i.batch_id = b.id and i.status = 'failed'
                 order by i.error = ${adminOrderMessages.notReached}, i.order_id limit 100) first) f
     where b.id = ${id}`;

/** Those that exist. */
async function listKnownOrders(db: Db, ids: string[]) {
  const rows = await db.run(all('orders.listKnown', { id: uuid })`
    select id from orders where id = any (${ids}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

async function hasCancelledOrder(db: Db, ids: string[]) {
  const found = await db.run(count('orders.hasCancelled')`
    select from orders where id = any (${ids}::uuid[]) and status = 'cancelled' limit 1`);
  return found === 1;
}

const locked = { checkoutId: uuid, status: oneOf(OrderStatus.options) };

/** In the order of all locks: customers (FOR KEY SHARE blocks only account deletion), then orders by id. */
async function lockOrders(tx: Db, ids: string[]) {
  await tx.run(count('orders.lockCustomers')`
    select from users where id in (select user_id from orders where id = any (${ids}::uuid[])) order by id for key share`);
  return tx.run(all('orders.lockAll', locked)`
    select checkout_id, status from orders where id = any (${ids}::uuid[]) order by id for no key update`);
}
