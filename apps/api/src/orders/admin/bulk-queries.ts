import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { staffName } from '#platform/database/staff-name.ts';

type Creator = { id: string; requestId?: string };
type OrderStatusUpdate = { orderId: string; status: OrderStatus };

export async function insertBatch(tx: Db, { id, requestId }: Creator, updates: OrderStatusUpdate[]) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with batch as (insert into order_batches (created_by, request_id) values (${id}, ${requestId ?? null}) returning id),
         items as (insert into order_batch_items (batch_id, order_id, to_status)
                   select batch.id, o.id, to_status
                     from batch, unnest(${sql.param(updates.map(({ orderId }) => orderId))}::uuid[],
                                        ${sql.param(updates.map(({ status }) => status))}::text[]) as requested (order_id, to_status)
                     join orders o on o.id = order_id)
    select id from batch`);
  const [batch] = rows;
  if (!batch) throw new Error('The batch was not stored.');
  return batch;
}

type Item = { orderId: string; status: OrderStatus; userId: string | null; requestId: string | null };

/** Locked until the transaction ends: a second worker takes the one after it. */
export async function lockNextItem(tx: Db, batchId: string) {
  const { rows } = await tx.execute<Item>(sql`
    select i.order_id as "orderId", i.to_status as status, b.created_by as "userId", b.request_id as "requestId"
      from order_batch_items i join order_batches b on b.id = i.batch_id
     where i.batch_id = ${batchId} and i.status = 'pending' order by i.order_id limit 1 for update of i skip locked`);
  return rows[0];
}

export const updateItem = (tx: Db, batchId: string, orderId: string, error: string | null) =>
  tx.execute(sql`
    update order_batch_items set status = ${error === null ? 'done' : 'failed'}, error = ${error}
     where batch_id = ${batchId} and order_id = ${orderId}`);

/**
 * An order that is being updated is waited for; those after it are not reached. Items are locked before their batch, as
 * by the job. Returns whether the batch was not finished yet.
 */
export async function updateStopped(tx: Db, batchId: string, lostPermission: boolean) {
  await tx.execute(sql`
    update order_batch_items set status = 'failed', error = ${adminOrderMessages.notReached}
     where batch_id = ${batchId} and status = 'pending'`);
  const { rowCount } = await tx.execute(sql`
    update order_batches set finished_at = now(), stopped_at = now(), lost_permission = ${lostPermission}
     where id = ${batchId} and finished_at is null`);
  return rowCount === 1;
}

export const updateFinished = (tx: Db, batchId: string) =>
  tx.execute(sql`
    update order_batches b set finished_at = now()
     where id = ${batchId} and finished_at is null
       and not exists (select from order_batch_items where batch_id = b.id and status = 'pending')`);

type BatchRow = {
  id: string;
  total: number;
  done: number;
  failed: number;
  finished: boolean;
  stopped: boolean;
  lostPermission: string | null;
  createdAt: string;
  failures: { orderId: string; number: string; message: string }[];
};

export async function findBatch(db: Db, id: string) {
  const { rows } = await db.execute<BatchRow>(sql`
    select b.id, b.finished_at is not null as finished, b.stopped_at is not null as stopped,
           case when b.lost_permission then ${staffName('u')} end as "lostPermission",
           b.created_at as "createdAt", i.*, f.failures
      from order_batches b
      left join users u on u.id = b.created_by
      cross join lateral (
        select count(*)::int as total, (count(*) filter (where status = 'done'))::int as done,
               (count(*) filter (where status = 'failed'))::int as failed
          from order_batch_items where batch_id = b.id) i
      cross join lateral (
        select coalesce(json_agg(json_build_object('orderId', order_id, 'number', number, 'message', error)), '[]') as failures
          from (select i.order_id, o.number, i.error from order_batch_items i join orders o on o.id = i.order_id
                 where i.batch_id = b.id and i.status = 'failed'
                 order by i.error = ${adminOrderMessages.notReached}, i.order_id limit 100) first) f
     where b.id = ${id}`);
  return rows[0];
}

/** Those that exist. */
export async function listKnownOrders(db: Db, ids: string[]) {
  const { rows } = await db.execute<{ id: string }>(sql`select id from orders where id = any (${uuids(ids)})`);
  return new Set(rows.map(({ id }) => id));
}

export async function hasCancelledOrder(db: Db, ids: string[]) {
  const { rowCount } = await db.execute(
    sql`select from orders where id = any (${uuids(ids)}) and status = 'cancelled' limit 1`,
  );
  return rowCount === 1;
}

/** In the order of all locks: customers (FOR KEY SHARE blocks only account deletion), then orders by id. */
export async function lockOrders(tx: Db, ids: string[]) {
  await tx.execute(sql`
    select from users where id in (select user_id from orders where id = any (${uuids(ids)})) order by id for key share`);
  const { rows } = await tx.execute<{ checkoutId: string; status: OrderStatus }>(sql`
    select checkout_id as "checkoutId", status from orders where id = any (${uuids(ids)})
     order by id for no key update`);
  return rows;
}

const uuids = (ids: string[]): SQL => sql`${sql.param(ids)}::uuid[]`;
