import type { Return } from '@shop/contracts/returns/schema';
import { record } from '#audit/service.ts';
import { getLockedOrder } from '#orders/service.ts';
import type { Db } from '#platform/database/db.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
import { findOrderOfReturn } from './queries.ts';
import { assertTransition, isExchangeDue, isRefundDue, returnNotFound } from './rules.ts';
import { getStoredReturn } from './service.ts';
import { lockReturn, updateClosed } from './write-queries.ts';

export type LockedOrder = Awaited<ReturnType<typeof getLockedOrder>>;

/** Customer, order and return, locked in this order: staff texts are not stored while the account is being deleted. */
export async function getLockedReturn(tx: Db, id: string) {
  const found = await tx.run(findOrderOfReturn(id));
  if (!found) throw returnNotFound();
  await lockAgainstDeletion(tx, { id: found.userId });
  const order = await getLockedOrder(tx, found.orderId);
  await tx.run(lockReturn(id));
  const current = await getStoredReturn(tx, id);
  const { userId, number } = order;
  const recipient = { returnId: id, userId, orderId: order.id, number, recipientEmail: found.recipientEmail };
  return { order, current, recipient };
}

export const recordStep = (tx: Db, actor: Actor, { orderId, status }: Return, action: Step, after: object) =>
  record(tx, actor, { action, entity: 'order', entityId: orderId, before: { status }, after });
type Step =
  | 'return.authorize'
  | 'return.decline'
  | 'return.receive'
  | 'return.refund'
  | 'return.ship'
  | 'return.deliver';

export async function completeIfDone(tx: Db, id: string) {
  const current = await getStoredReturn(tx, id);
  if (isRefundDue(current) || isExchangeDue(current)) return;
  assertTransition(current.status, 'completed');
  await tx.run(updateClosed(id, 'completed'));
}
