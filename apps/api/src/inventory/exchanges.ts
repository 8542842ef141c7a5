import type { Db } from '#platform/database/db.ts';
import { count, type Fragment, raw, sql } from '#platform/database/sql.ts';
import { recordEffect } from '#platform/dry-run.ts';
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

type ExchangeUnits = { returnLineId: string; variantId: string; quantity: number };
type ReturnedUnits = { returnLineId: string; variantId: string; restocked: number; writtenOff: number };

/** Takes the units of all lines from stock or, if it returns false, none. Stock is locked by variant id, as everywhere. */
async function insertExchanges(tx: Db, lines: ExchangeUnits[]) {
  const updated = await tx.run(count('inventory.insertExchanges')`
    with lines as (select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
                     as l ("returnLineId" uuid, "variantId" uuid, quantity int)),
         units as (select "variantId" as variant_id, sum(quantity) as units from lines group by 1),
         requested as (select s.variant_id, u.units, s.available >= u.units as enough
                         from stock s join units u using (variant_id) order by s.variant_id for no key update of s),
         stored as (insert into exchange_reservations (return_line_id, variant_id, quantity)
                    select "returnLineId", "variantId", quantity from lines
                     where (select bool_and(enough) from requested))
    update stock s set available = s.available - r.units, reserved = s.reserved + r.units
      from requested r where s.variant_id = r.variant_id and (select bool_and(enough) from requested)`);
  return updated > 0;
}

/** `changed` updates reservations, and returns the variant and units of each that leave `reserved`. */
const leaveReserved = (tx: Db, changed: Fragment, into: 'available' | 'sold') =>
  tx.run(count('inventory.leaveReserved')`
    with changed as (${changed}),
         units as (select variant_id, sum(quantity) as units from changed group by 1),
         locked_stock as (select s.variant_id, u.units from stock s join units u using (variant_id)
                           order by s.variant_id for no key update of s)
    update stock s set reserved = s.reserved - l.units, ${raw(into)} = s.${raw(into)} + l.units
      from locked_stock l where s.variant_id = l.variant_id`);

const updateStatus = (lineIds: string[], status: 'released' | 'sold') => sql`
  update exchange_reservations set status = ${status}
   where return_line_id = any (${lineIds}::uuid[]) and status = 'reserved' returning variant_id, quantity`;

const updateExchangesReleased = (tx: Db, lineIds: string[]) =>
  leaveReserved(tx, updateStatus(lineIds, 'released'), 'available');

const updateExchangesSold = (tx: Db, lineIds: string[]) => leaveReserved(tx, updateStatus(lineIds, 'sold'), 'sold');

/** Fewer units than were reserved, and more than 0. */
const updateExchangesReduced = (tx: Db, kept: { returnLineId: string; quantity: number }[]) =>
  leaveReserved(
    tx,
    sql`update exchange_reservations e set quantity = k.quantity
          from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k ("returnLineId" uuid, quantity int),
               exchange_reservations before
         where e.return_line_id = k."returnLineId" and before.return_line_id = e.return_line_id
           and e.status = 'reserved' and e.quantity > k.quantity
        returning e.variant_id, before.quantity - e.quantity as quantity`,
    'available',
  );

/** Reserves these units of a released exchange again, unless there are too few. For callers that hold the lock of its stock. */
async function updateExchangeReserved(tx: Db, returnLineId: string, quantity: number) {
  const updated = await tx.run(count('inventory.updateExchangeReserved')`
    with taken as (update stock s set available = s.available - ${quantity}::int, reserved = s.reserved + ${quantity}::int
                     from exchange_reservations e
                    where e.return_line_id = ${returnLineId} and e.status = 'released' and s.variant_id = e.variant_id
                      and s.available >= ${quantity}::int
                   returning s.variant_id)
    update exchange_reservations set status = 'reserved', quantity = ${quantity}::int
     where return_line_id = ${returnLineId} and exists (select from taken)`);
  return updated === 1;
}

const deleteExchange = (tx: Db, returnLineId: string) =>
  tx.run(
    count(
      'inventory.deleteExchange',
    )`delete from exchange_reservations where return_line_id = ${returnLineId} and status = 'released'`,
  );

/**
 * Sold units that came back: available again, or written off with a stock movement that gives the reason. A line is
 * stored once: its key rejects a second call.
 */
const insertReturnedUnits = (tx: Db, lines: ReturnedUnits[], { reason, actorUserId }: Movement) =>
  tx.run(count('inventory.insertReturnedUnits')`
    with lines as materialized (
           select l.*, case when l."writtenOff" > 0 then uuid_v7() end as movement_id
             from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
               as l ("returnLineId" uuid, "variantId" uuid, restocked int, "writtenOff" int)),
         units as (select "variantId" as variant_id, sum(restocked) as restocked, sum("writtenOff") as written_off
                     from lines group by 1),
         locked_stock as (select s.variant_id, u.restocked, u.written_off from stock s join units u using (variant_id)
                           order by s.variant_id for no key update of s),
         movements as (insert into stock_movements (id, variant_id, delta, reason, actor_user_id)
                       select movement_id, "variantId", -"writtenOff", ${reason}, ${actorUserId}::uuid from lines
                        where "writtenOff" > 0),
         stored as (insert into returned_units (return_line_id, variant_id, restocked, written_off, movement_id)
                    select "returnLineId", "variantId", restocked, "writtenOff", movement_id from lines)
    update stock s set sold = s.sold - l.restocked - l.written_off, available = s.available + l.restocked,
                       received = s.received - l.written_off
      from locked_stock l where s.variant_id = l.variant_id`);
