import { type AuditActor, recordAll } from '#audit/service.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { count, raw } from '#platform/database/sql.ts';
import { recordEffect } from '#platform/dry-run.ts';
import {
  type Movement,
  type RefundedUnits,
  releaseUnits,
  reserveAgain,
  restoreUnits,
  type UnitsByVariant,
  updateRefunded,
} from './return-queries.ts';
import {
  addToStock,
  insertMovements,
  insertStock,
  lockStockOfProduct,
  lockStockOfVariants,
  updateStock,
} from './stock-queries.ts';

export {
  reduceExchanges,
  releaseExchanges,
  reserveExchanges,
  resumeExchange,
  sellExchanges,
  takeBackUnits,
} from './exchanges.ts';

type OpeningStock = { id: string; productId: string; quantity: number };

/** Creates the stock rows of new variants, with their opening stock. */
export async function openStock(tx: Db, openings: OpeningStock[], reason: string, actorUserId: string | null) {
  if (openings.length === 0) return;
  const stock = openings.map(({ id, productId, quantity }) => ({
    variantId: id,
    productId,
    received: quantity,
    available: quantity,
  }));
  await tx.run(insertStock(stock));
  const filled = openings.filter(({ quantity }) => quantity > 0);
  if (filled.length > 0)
    await tx.run(
      insertMovements(filled.map(({ id, quantity: delta }) => ({ variantId: id, delta, reason, actorUserId }))),
    );
  for (const { quantity } of filled) recordAdjustment(quantity);
}

const recordAdjustment = (delta: number) =>
  recordEffect({ kind: 'stock', change: delta > 0 ? 'added' : 'removed', units: Math.abs(delta) });

type StockMovement = Movement & { variantId: string; delta: number };

/** Returns the units now available; undefined, without a change, if there would be fewer than 0. */
export async function changeStock(tx: Db, { variantId, delta, reason, actorUserId }: StockMovement) {
  const updated = await tx.run(updateStock(variantId, delta));
  if (!updated) return undefined;
  await tx.run(insertMovements([{ variantId, delta, reason, actorUserId }]));
  recordAdjustment(delta);
  return updated;
}

type StockDelta = { variantId: string; delta: number };

/**
 * Several stock adjustments with the audit entries of single ones; `batch` is the bulk edit they belong to. Returns the
 * variants with too few units: then nothing is changed.
 */
export async function adjustStocks(
  tx: Db,
  actor: AuditActor,
  deltas: StockDelta[],
  { reason, ...origin }: { reason: string; batch?: string },
) {
  if (deltas.length === 0) return [];
  const deltaOf = new Map(deltas.map(({ variantId, delta }) => [variantId, delta]));
  const locked = await tx.run(lockStockOfVariants([...deltaOf.keys()]));
  const adjusted = locked.map((row) => ({ ...row, quantity: row.available + (deltaOf.get(row.variantId) ?? 0) }));
  const shortages = adjusted.filter(({ quantity }) => quantity < 0);
  if (shortages.length > 0) return shortages;

  await tx.run(addToStock(deltas));
  await tx.run(insertMovements(deltas.map((delta) => ({ ...delta, reason, actorUserId: actor.id }))));
  for (const { delta } of deltas) recordAdjustment(delta);
  await recordAll(
    tx,
    actor,
    adjusted.map(({ productId, sku, available, quantity }) => ({
      action: 'stock.adjust',
      entity: 'product',
      entityId: productId,
      before: { sku, quantity: available },
      after: { sku, quantity, reason, ...origin },
    })),
  );
  return [];
}

/** Call before changing variants: their trigger locks stock row by row, and all stock locks are in variant id order. */
export const lockProductStock = (tx: Db, productId: string) => tx.run(lockStockOfProduct(productId));

/** Before a checkout replaces others: locks what they release and what it takes. */
export const lockCheckoutStock = (tx: Db, checkoutIds: string[], lines: { variantId: string }[]) =>
  tx.run(lockStockOf({ checkoutIds, variantIds: lines.map(({ variantId }) => variantId) }));

/** Before several changes of stock in one transaction: locks what all of them change, in one step. */
export const lockStock = (tx: Db, variantIds: string[]) => tx.run(lockStockOf({ checkoutIds: [], variantIds }));

/**
 * Takes the units of a checkout from stock: reserved until it expires, or sold at once. If there are too few, it fails
 * with an error that `isStockTooLow`, and so does the transaction or savepoint.
 */
export const takeStock = (checkoutId: string, into: 'reserved' | 'sold') => moveStock(checkoutId, 'available', into);

export const isStockTooLow = (error: unknown) => violatesConstraint(error, 'stock_available_check');

/** Sells the units that an open checkout has reserved; fails without a reservation. */
export const sellReserved = (checkoutId: string) => moveStock(checkoutId, 'reserved', 'sold');

/** To the current expiry of their checkout. */
export const extendReservations = (tx: Db, checkoutId: string) => tx.run(updateExpiry(checkoutId));

/** Returns what these checkouts have reserved to stock. */
export const releaseReservations = (tx: Db, checkoutIds: string[]) => tx.run(updateReleased(checkoutIds));

export type StockChange = 'unchanged' | 'restocked' | 'written_off' | 'reserved_again' | 'restored';
type MovementDetails = Pick<Movement, 'actorUserId'> & {
  notReturned: string;
  writeOffReversed: string;
  /** The units that `written_off` is about; the others are restocked. */
  shipped: UnitsByVariant | 'all';
};

/** What an order's new status does to its units. False if there are too few: the caller then rolls back. */
export async function applyStockChange(
  tx: Db,
  checkoutId: string,
  effect: StockChange,
  { actorUserId, notReturned, writeOffReversed, shipped }: MovementDetails,
): Promise<boolean> {
  switch (effect) {
    case 'restocked':
      recordReleased(await releaseUnits(tx, checkoutId, {}, { reason: notReturned, actorUserId }));
      return true;
    case 'written_off':
      recordReleased(await releaseUnits(tx, checkoutId, shipped, { reason: notReturned, actorUserId }));
      return true;
    case 'reserved_again':
      return recordSold(await reserveAgain(tx, checkoutId));
    case 'restored':
      return recordSold(await restoreUnits(tx, checkoutId, { reason: writeOffReversed, actorUserId }));
    case 'unchanged':
      return true;
  }
}

/** Units of an order that were refunded, and are restocked or written off. */
export async function takeBackRefunded(tx: Db, units: RefundedUnits[], movement: Movement) {
  const moved = units.filter(({ restocked, writtenOff }) => restocked + writtenOff > 0);
  if (moved.length === 0) return;
  await updateRefunded(tx, moved, movement);
  const sum = (unitsOf: (line: RefundedUnits) => number) => moved.reduce((total, line) => total + unitsOf(line), 0);
  recordReleased({ returned: sum(({ restocked }) => restocked), writtenOff: sum(({ writtenOff }) => writtenOff) });
}

function recordReleased({ returned, writtenOff }: { returned: number; writtenOff: number }) {
  recordEffect({ kind: 'stock', change: 'returned', units: returned });
  recordEffect({ kind: 'stock', change: 'written_off', units: writtenOff });
}

/** Whether there were enough units. */
function recordSold(sold: { taken: number; restored: number } | undefined) {
  if (!sold) return false;
  recordEffect({ kind: 'stock', change: 'taken', units: sold.taken });
  recordEffect({ kind: 'stock', change: 'restored', units: sold.restored });
  return true;
}

/*
 * Stock is always locked by variant id, and after discount codes: every caller that changes several rows locks them in
 * this order, so that concurrent checkouts do not deadlock.
 */

/** Moves all units of a checkout from one stock bucket to another. With too few it violates the check of the bucket. */
function moveStock(checkoutId: string, from: 'available' | 'reserved', to: 'reserved' | 'sold') {
  const [source, target] = [raw(from), raw(to)];
  return count('inventory.moveStock')`
    with requested as (
           select s.variant_id, l.quantity
             from checkout_lines l join stock s using (variant_id) where l.checkout_id = ${checkoutId}
            order by s.variant_id for no key update of s),
         stored as (
           insert into reservations (checkout_id, variant_id, quantity, status, expires_at)
           select c.id, r.variant_id, r.quantity, ${to}, c.expires_at from checkouts c, requested r
            where c.id = ${checkoutId}
               on conflict (checkout_id, variant_id) do update set status = excluded.status)
    update stock s set ${source} = s.${source} - w.quantity, ${target} = s.${target} + w.quantity
      from requested w where s.variant_id = w.variant_id`;
}

/** Reservations expire together with their checkout. */
const updateExpiry = (checkoutId: string) =>
  count('inventory.updateExpiry')`
    update reservations r set expires_at = c.expires_at from checkouts c
     where r.checkout_id = ${checkoutId} and c.id = r.checkout_id and r.expires_at <> c.expires_at`;

const lockStockOf = ({ checkoutIds, variantIds }: { checkoutIds: string[]; variantIds: string[] }) =>
  count('inventory.lockStockOf')`
    select from stock
     where variant_id = any (${variantIds})
        or variant_id in (select variant_id from reservations where checkout_id = any (${checkoutIds}))
     order by variant_id for no key update`;

const updateReleased = (checkoutIds: string[]) =>
  count('inventory.updateReleased')`
    with released as (update reservations set status = 'released'
                       where checkout_id = any (${checkoutIds}) and status = 'reserved'
                      returning variant_id, quantity),
         units as (select variant_id, sum(quantity) as units from released group by 1),
         locked_stock as (select s.variant_id, units.units from stock s join units using (variant_id)
                      order by s.variant_id for no key update of s)
    update stock s set reserved = s.reserved - h.units, available = s.available + h.units
      from locked_stock h where s.variant_id = h.variant_id`;
