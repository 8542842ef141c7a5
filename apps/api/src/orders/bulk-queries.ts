import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { OrderBatch } from '@shop/contracts/orders/admin-schema';
import { OrderStatus } from '@shop/contracts/orders/schema';
import type { Db } from '#platform/database/db.ts';
import { bool, json, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, first, one } from '#platform/database/sql.ts';
import { staffName } from '#platform/database/staff-name.ts';

type Creator = { id: string; requestId?: string };
type OrderStatusUpdate = { orderId: string; status: OrderStatus };

export const insertBatch = ({ id, requestId }: Creator, updates: OrderStatusUpdate[]) =>
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
export const lockNextItem = (batchId: string) =>
  first('orders.lockNextItem', item)`
    select i.order_id, i.to_status as status, b.created_by as user_id, b.request_id
      from order_batch_items i join order_batches b on b.id = i.batch_id
     where i.batch_id = ${batchId} and i.status = 'pending' order by i.order_id limit 1 for update of i skip locked`;

export const updateItem = (batchId: string, orderId: string, error: string | null) =>
  count('orders.updateItem')`
    update order_batch_items set status = ${error === null ? 'done' : 'failed'}, error = ${error}
     where batch_id = ${batchId} and order_id = ${orderId}`;

/**
 * An order that is being updated is waited for; those after it are not reached. Items are locked before their batch, as
 * by the job. Returns whether the batch was not finished yet.
 */
export async function updateStopped(tx: Db, batchId: string, lostPermission: boolean) {
  await tx.run(count('orders.updateUnreachedItems')`
    update order_batch_items set status = 'failed', error = ${adminOrderMessages.notReached}
     where batch_id = ${batchId} and status = 'pending'`);
  const stopped = await tx.run(count('orders.updateStopped')`
    update order_batches set finished_at = now(), stopped_at = now(), lost_permission = ${lostPermission}
     where id = ${batchId} and finished_at is null`);
  return stopped === 1;
}

export const updateFinished = (batchId: string) =>
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

export const findBatch = (id: string) =>
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
export async function listKnownOrders(db: Db, ids: string[]) {
  const rows = await db.run(all('orders.listKnown', { id: uuid })`
    select id from orders where id = any (${ids}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

export async function hasCancelledOrder(db: Db, ids: string[]) {
  const found = await db.run(count('orders.hasCancelled')`
    select from orders where id = any (${ids}::uuid[]) and status = 'cancelled' limit 1`);
  return found === 1;
}

const locked = { checkoutId: uuid, status: oneOf(OrderStatus.options) };

/** In the order of all locks: customers (FOR KEY SHARE blocks only account deletion), then orders by id. */
export async function lockOrders(tx: Db, ids: string[]) {
  await tx.run(count('orders.lockCustomers')`
    select from users where id in (select user_id from orders where id = any (${ids}::uuid[])) order by id for key share`);
  return tx.run(all('orders.lockAll', locked)`
    select checkout_id, status from orders where id = any (${ids}::uuid[]) order by id for no key update`);
}
