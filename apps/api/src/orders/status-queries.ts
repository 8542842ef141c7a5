import { ORDER_STATUSES } from '@shop/contracts/orders/constants';
import { type OrderStatus, PaymentStatus } from '@shop/contracts/orders/schema';
import type { Db } from '#platform/database/db.ts';
import { cents, day, oneOf, orNull, type Row, text, uuid } from '#platform/database/row.ts';
import { count, first, one } from '#platform/database/sql.ts';
import { recordEffect } from '#platform/dry-run.ts';
import type { ActorType } from './status-rules.ts';

const lockedOrder = {
  customerId: uuid,
  id: uuid,
  number: text,
  userId: uuid,
  checkoutId: uuid,
  status: oneOf(ORDER_STATUSES),
  paymentMethod: text,
  paymentStatus: oneOf(PaymentStatus.options),
  totalCents: cents,
  chargeCurrency: text,
  trackingNumber: orNull(text),
  discountCodeId: orNull(uuid),
  promisedEarliest: orNull(day),
  promisedLatest: orNull(day),
};
export type LockedOrder = Omit<Row<typeof lockedOrder>, 'customerId'>;

/**
 * Locks the order until the transaction ends, which serializes its changes. The customer is locked first, as in an
 * account deletion: the account must not be deleted between the change and its notification. A guest's order that is
 * joined to an account meanwhile is found by its id, and its new customer locked too.
 */
export async function lockOrder(tx: Db, id: string): Promise<LockedOrder | undefined> {
  const locked = await tx.run(first('orders.lock', lockedOrder)`
    with customer as (select u.id from orders o join users u on u.id = o.user_id where o.id = ${id} for key share of u)
    select customer.id as customer_id, o.id, o.number, o.user_id, o.checkout_id, o.status, o.payment_method,
           o.payment_status, o.total_cents, o.charge_currency, o.tracking_number, o.discount_code_id,
           o.promised_earliest, o.promised_latest
      from customer cross join orders o where o.id = ${id} for no key update of o`);
  if (!locked) return undefined;
  const { customerId, ...order } = locked;
  return order.userId === customerId ? order : lockOrder(tx, id);
}

export async function findCustomerId(db: Db, orderId: string) {
  const order = await db.run(
    first('orders.findCustomer', { userId: uuid })`select user_id from orders where id = ${orderId}`,
  );
  return order?.userId;
}

/** Returns that are open, or whose units came back. */
export async function hasReturns(tx: Db, orderId: string) {
  const found = await tx.run(count('orders.hasReturns')`
    select from returns where order_id = ${orderId} and status not in ('declined', 'cancelled', 'expired') limit 1`);
  return found === 1;
}

export async function hasCashRefunds(tx: Db, orderId: string) {
  const found = await tx.run(count('orders.hasCashRefunds')`select from refunds where order_id = ${orderId} limit 1`);
  return found === 1;
}

type NewStatusHistory = {
  orderId: string;
  from: OrderStatus;
  to: OrderStatus;
  actor: ActorType;
  userId: string | null;
};

export async function insertStatusHistory(tx: Db, { orderId, from, to, actor, userId }: NewStatusHistory) {
  const entry = await tx.run(one('orders.insertStatusHistory', { id: uuid })`
    insert into order_status_history (order_id, seq, from_status, to_status, actor, actor_user_id)
    select ${orderId}, max(seq) + 1, ${from}, ${to}, ${actor}, ${userId}::uuid
      from order_status_history where order_id = ${orderId}
    returning id`);
  return entry.id;
}

type Change = { status: OrderStatus; paymentStatus: PaymentStatus; trackingNumber: string | null };

/** After its history row is inserted: a trigger rejects any other status change. */
export async function updateOrder(tx: Db, id: string, { status, paymentStatus, trackingNumber }: Change) {
  await tx.run(count('orders.update')`
    update orders set status = ${status}, payment_status = ${paymentStatus}, tracking_number = ${trackingNumber}
     where id = ${id}`);
  recordEffect({ kind: 'order', status, count: 1 });
}
