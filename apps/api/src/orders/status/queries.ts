import type { OrderStatus, PaymentStatus } from '@shop/contracts/orders/schema';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/effects.ts';
import type { ActorType } from './rules.ts';

export type LockedOrder = {
  id: string;
  number: string;
  userId: string;
  checkoutId: string;
  status: OrderStatus;
  paymentMethod: string;
  paymentStatus: PaymentStatus;
  totalCents: number;
  chargeCurrency: string;
  trackingNumber: string | null;
  discountCodeId: string | null;
  promisedEarliest: string | null;
  promisedLatest: string | null;
};

/**
 * Locks the order until the transaction ends, which serializes its changes. The customer is locked first, as in an
 * account deletion: the account must not be deleted between the change and its notification. A guest's order that is
 * joined to an account meanwhile is found by its id, and its new customer locked too.
 */
export async function lockOrder(tx: Db, id: string): Promise<LockedOrder | undefined> {
  const { rows } = await tx.execute<LockedOrder & { customerId: string }>(sql`
    with customer as (select u.id from orders o join users u on u.id = o.user_id where o.id = ${id} for key share of u)
    select customer.id as "customerId", o.id, o.number, o.user_id as "userId", o.checkout_id as "checkoutId", o.status,
           o.payment_method as "paymentMethod", o.payment_status as "paymentStatus",
           o.total_cents::float8 as "totalCents", o.charge_currency as "chargeCurrency",
           o.tracking_number as "trackingNumber", o.discount_code_id as "discountCodeId",
           o.promised_earliest::text as "promisedEarliest", o.promised_latest::text as "promisedLatest"
      from customer cross join orders o where o.id = ${id} for no key update of o`);
  if (!rows[0]) return undefined;
  const { customerId, ...order } = rows[0];
  return order.userId === customerId ? order : lockOrder(tx, id);
}

export async function findCustomerId(db: Db, orderId: string) {
  const { rows } = await db.execute<{ userId: string }>(
    sql`select user_id as "userId" from orders where id = ${orderId}`,
  );
  return rows[0]?.userId;
}

/** Returns that are open, or whose units came back. */
export async function hasReturns(tx: Db, orderId: string) {
  const { rowCount } = await tx.execute(sql`
    select from returns where order_id = ${orderId} and status not in ('declined', 'cancelled', 'expired') limit 1`);
  return rowCount === 1;
}

export async function hasCashRefunds(tx: Db, orderId: string) {
  const { rowCount } = await tx.execute(sql`select from refunds where order_id = ${orderId} limit 1`);
  return rowCount === 1;
}

type NewStatusHistory = {
  orderId: string;
  from: OrderStatus;
  to: OrderStatus;
  actor: ActorType;
  userId: string | null;
};

export async function insertStatusHistory(tx: Db, { orderId, from, to, actor, userId }: NewStatusHistory) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into order_status_history (order_id, seq, from_status, to_status, actor, actor_user_id)
    select ${orderId}, max(seq) + 1, ${from}, ${to}, ${actor}, ${userId}::uuid
      from order_status_history where order_id = ${orderId}
    returning id`);
  const [entry] = rows;
  if (!entry) throw new Error(`The history of order ${orderId} was not written.`);
  return entry.id;
}

type Change = { status: OrderStatus; paymentStatus: PaymentStatus; trackingNumber: string | null };

/** After its history row is inserted: a trigger rejects any other status change. */
export async function updateOrder(tx: Db, id: string, { status, paymentStatus, trackingNumber }: Change) {
  await tx.execute(sql`
    update orders set status = ${status}, payment_status = ${paymentStatus}, tracking_number = ${trackingNumber}
     where id = ${id}`);
  recordEffect({ kind: 'order', status, count: 1 });
}
