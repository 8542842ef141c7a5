import { formatDate } from '@shop/contracts/common/days';
import { returnMessages } from '@shop/contracts/returns/messages';
import type { NewReturn } from '@shop/contracts/returns/schema';
import { releaseExchanges, reserveExchanges } from '#inventory/service.ts';
import { notifyGiftExchange, notifyReturn } from '#notifications/service.ts';
import { getLockedOrder, orderNotFound, refundTermsOf } from '#orders/service.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { findStoreTimeZone } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { findOrderOfReturn, findReturn, findReturnOrder, listReturnsOfOrder } from './queries.ts';
import {
  assertReturnable,
  assertTransition,
  lineText,
  mayReturn,
  type ReturnOrderRow,
  returnNotFound,
  returnOf,
  returnOptionsOf,
} from './rules.ts';
import { insertReturn, listOverdue, lockReturn, updateClosed } from './write-queries.ts';

export async function getReturnOptions(db: Db, actor: Actor, orderId: string) {
  const [order, returns] = await Promise.all([db.run(findReturnOrder(orderId)), db.run(listReturnsOfOrder(orderId))]);
  if (!order || !mayReturn(order, actor)) throw orderNotFound();
  return returnOptionsOf(order, refundTermsOf(order), returns);
}

/** The order is locked first, as for every change of it, and stock last. */
export async function requestReturn(tx: Db, actor: Actor, orderId: string, request: NewReturn) {
  await getLockedOrder(tx, orderId);
  const order = await tx.run(findReturnOrder(orderId));
  if (!order || !mayReturn(order, actor)) throw orderNotFound();
  return storeReturn(tx, order, request);
}

/** For callers that hold the lock of the order. `recipientEmail`: the recipient of a gift requests it. */
export async function storeReturn(
  tx: Db,
  order: ReturnOrderRow,
  request: NewReturn,
  recipientEmail: string | null = null,
) {
  assertReturnable(order, request);
  const { id: orderId, userId, number } = order;
  const { id, exchanges } = await tx.run(insertReturn(orderId, request, recipientEmail));
  crashPoint('R1');
  const { lines, expiresAt } = await getStoredReturn(tx, id);
  const until = exchanges.length > 0 ? await formatDay(tx, expiresAt) : null;
  await notifyReturn(tx, {
    returnId: id,
    userId,
    orderId,
    number,
    event: 'requested',
    items: lines.map(lineText),
    until,
    recipientEmail,
  });
  if (!(await reserveExchanges(tx, exchanges)))
    throw new DomainError('conflict', 'size_sold_out', returnMessages.sizeGone);
  return { id };
}

export async function cancelReturn(tx: Db, actor: Actor, orderId: string, id: string) {
  const order = await getLockedOrder(tx, orderId);
  if (!mayReturn(order, actor)) throw orderNotFound();
  await tx.run(lockReturn(id));
  const current = await getStoredReturn(tx, id);
  if (current.orderId !== orderId) throw returnNotFound();
  if (current.status === 'cancelled') return { id };
  assertTransition(current.status, 'cancelled');
  await tx.run(updateClosed(id, 'cancelled'));
  const { recipientEmail } = (await tx.run(findOrderOfReturn(id))) ?? {};
  if (recipientEmail) {
    const { userId, number } = order;
    const items = current.lines.map(lineText);
    await notifyGiftExchange(tx, recipientEmail, { returnId: id, userId, orderId, number, event: 'cancelled', items });
  }
  await releaseExchanges(
    tx,
    current.lines.map((line) => line.id),
  );
  return { id };
}

/** For callers that hold the lock of its order. */
export async function getStoredReturn(db: Db, id: string) {
  const row = await db.run(findReturn(id));
  if (!row) throw returnNotFound();
  return returnOf(row);
}

export const formatDay = async (db: Db, moment: string) => formatDate(new Date(moment), await findStoreTimeZone(db));

const EXPIRED_AT_ONCE = 500;

/**
 * Closes the authorized returns that were not sent in time; their exchanges are available again. Each in a transaction of
 * its own: one that fails is reported, stays authorized for the next attempt, and blocks no other.
 */
export async function expireReturns(db: Db, onFailure: (error: unknown, returnId: string) => void) {
  const handled: string[] = [];
  let failed = 0;
  for (;;) {
    const overdue = await db.run(listOverdue(handled, EXPIRED_AT_ONCE));
    for (const { id } of overdue)
      await db
        .transaction((tx) => expireReturn(tx, id))
        .catch((error: unknown) => {
          failed += 1;
          onFailure(error, id);
        });
    if (overdue.length < EXPIRED_AT_ONCE) return failed;
    handled.push(...overdue.map(({ id }) => id));
  }
}

async function expireReturn(tx: Db, id: string) {
  const found = await tx.run(findOrderOfReturn(id));
  if (!found) throw returnNotFound();
  const { orderId, recipientEmail } = found;
  const { userId, number } = await getLockedOrder(tx, orderId);
  await tx.run(lockReturn(id));
  const { status, expiresAt, lines } = await getStoredReturn(tx, id);
  if (status !== 'authorized' || Date.parse(expiresAt) > Date.now()) return;
  await tx.run(updateClosed(id, 'expired'));
  const update = { event: 'expired' as const, items: lines.map(lineText), recipientEmail };
  await notifyReturn(tx, { returnId: id, userId, orderId, number, ...update });
  await releaseExchanges(
    tx,
    lines.map((line) => line.id),
  );
}
