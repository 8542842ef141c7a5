import type { ReturnReceipt } from '@shop/contracts/returns/admin-schema';
import { returnMessages } from '@shop/contracts/returns/messages';
import type { Return } from '@shop/contracts/returns/schema';
import { lockStock, reduceExchanges, resumeExchange, takeBackUnits } from '#inventory/service.ts';
import { notifyReturn } from '#notifications/service.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import type { Actor } from '#platform/http/access.ts';
import { getLockedReturn, recordStep } from './locked-return.ts';
import { findReturnOrder } from './queries.ts';
import {
  assertReceivable,
  assertTransition,
  countReceived,
  receivedText,
  receivedUnits,
  returnNotFound,
} from './rules.ts';
import { updateExchangeToRefund, updateLinesReceived, updateReceived } from './write-queries.ts';

/**
 * Units that did not come back are neither refunded nor exchanged; they can be returned again. For the others the return
 * is open until `refundReturn` and `shipExchange` have done what is due.
 */
export async function receiveReturn(tx: Db, actor: Actor, id: string, receipt: ReturnReceipt) {
  const { current, recipient } = await getLockedReturn(tx, id);
  assertTransition(current.status, 'received');
  const counted = countReceived(current.lines, receipt);
  const lines = current.status === 'expired' ? await resumeExpired(tx, current.orderId, counted) : counted;

  await tx.run(updateLinesReceived(lines));
  await tx.run(updateReceived(id));
  const units = lines.map(({ name, restocked, writtenOff }) => ({ name, restocked, writtenOff }));
  await recordStep(tx, actor, current, 'return.receive', { status: 'received', units });
  const back = lines.filter((line) => receivedUnits(line) > 0);
  const outcomes = back.map(({ outcome }) => outcome);
  await notifyReturn(tx, { ...recipient, event: 'received', items: back.map(receivedText), outcomes });

  await releaseAndTakeBack(tx, actor, lines, back);
  crashPoint('R3');
  return { id };
}

/**
 * A parcel arrived after its return had expired. Whatever the days, its units are taken back, unless they are in another
 * return since. An exchange gets its size again or, if that is sold out, the refund.
 */
async function resumeExpired(tx: Db, orderId: string, lines: Return['lines']): Promise<Return['lines']> {
  const order = await tx.run(findReturnOrder(orderId));
  if (!order) throw returnNotFound();
  assertReceivable(order, lines);

  await lockStockOfLines(tx, lines);
  const resumed: Return['lines'] = [];
  for (const line of lines) {
    const units = line.outcome === 'exchange' ? receivedUnits(line) : 0;
    if (units === 0 || (await resumeExchange(tx, line.id, units))) resumed.push(line);
    else {
      await tx.run(updateExchangeToRefund(line.id));
      resumed.push({ ...line, outcome: 'refund', exchange: null });
    }
  }
  return resumed;
}

/** Releases the reserved units that are not exchanged, and takes back those that came (`back`). */
async function releaseAndTakeBack(tx: Db, actor: Actor, lines: Return['lines'], back: Return['lines']) {
  await lockStockOfLines(tx, lines);
  const exchanged = lines.filter(({ outcome }) => outcome === 'exchange');
  await reduceExchanges(
    tx,
    exchanged.map((line) => ({ returnLineId: line.id, quantity: receivedUnits(line) })),
  );
  await takeBackUnits(
    tx,
    back.map(({ id: returnLineId, variantId, restocked, writtenOff }) => ({
      returnLineId,
      variantId,
      restocked,
      writtenOff,
    })),
    { reason: returnMessages.writtenOff, actorUserId: actor.id },
  );
}

const lockStockOfLines = (tx: Db, lines: Return['lines']) =>
  lockStock(
    tx,
    lines.flatMap(({ variantId, exchange }) => (exchange ? [variantId, exchange.variantId] : [variantId])),
  );
