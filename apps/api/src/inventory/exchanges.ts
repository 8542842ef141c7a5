import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/effects.ts';
import {
  deleteExchange,
  type ExchangeUnits,
  insertExchanges,
  insertReturnedUnits,
  type ReturnedUnits,
  updateExchangeReserved,
  updateExchangesReduced,
  updateExchangesReleased,
  updateExchangesSold,
} from './exchange-queries.ts';
import type { Movement } from './return-queries.ts';

/** Reserves the units that customers get for returned ones. False, without a change, if there are too few. */
export const reserveExchanges = async (tx: Db, lines: ExchangeUnits[]) =>
  lines.length === 0 || insertExchanges(tx, lines);

/** The return is declined, cancelled or expired: its exchange is available again. */
export const releaseExchanges = (tx: Db, lineIds: string[]) => updateExchangesReleased(tx, lineIds);

/** The exchange is shipped. */
export const sellExchanges = (tx: Db, lineIds: string[]) => updateExchangesSold(tx, lineIds);

/** Units that the customer did not send back are not exchanged either. */
export async function reduceExchanges(tx: Db, received: { returnLineId: string; quantity: number }[]) {
  await updateExchangesReleased(
    tx,
    received.filter(({ quantity }) => quantity === 0).map(({ returnLineId }) => returnLineId),
  );
  await updateExchangesReduced(
    tx,
    received.filter(({ quantity }) => quantity > 0),
  );
}

/**
 * The units of an expired exchange came back after all: reserves it again for that many units, or ends it and returns
 * false if there are too few. For callers that have locked its stock.
 */
export async function resumeExchange(tx: Db, returnLineId: string, quantity: number) {
  if (await updateExchangeReserved(tx, returnLineId, quantity)) return true;
  await deleteExchange(tx, returnLineId);
  return false;
}

/** Units of an order that came back: each is restocked or written off. */
export async function takeBackUnits(tx: Db, lines: ReturnedUnits[], movement: Movement) {
  if (lines.length === 0) return;
  await insertReturnedUnits(tx, lines, movement);
  const sum = (of: (line: ReturnedUnits) => number) => lines.reduce((units, line) => units + of(line), 0);
  recordEffect({ kind: 'stock', change: 'returned', units: sum(({ restocked }) => restocked) });
  recordEffect({ kind: 'stock', change: 'written_off', units: sum(({ writtenOff }) => writtenOff) });
}
