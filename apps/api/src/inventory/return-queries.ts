import type { Db } from '#platform/database/db.ts';
import { bool, number } from '#platform/database/row.ts';
import { all, count, type Fragment, one, sql } from '#platform/database/sql.ts';

/** Why units were written off or added again, and who decided it. */
export type Movement = { reason: string; actorUserId: string | null };
/** An order has one line for each variant. */
export type UnitsByVariant = Record<string, number>;

/**
 * The units an order bought at its checkout, without those that refunds took back, to be released or sold again. Stock is
 * always locked by variant id, as in a checkout, so that concurrent changes do not deadlock.
 */
const linesOf = (checkoutId: string, status: 'sold' | 'released') => sql`
  select s.variant_id, r.quantity - coalesce(refunded.units, 0) as quantity, r.quantity as bought,
         case when r.written_off
              then least(coalesce(r.written_off_units, r.quantity), r.quantity - coalesce(refunded.units, 0)) else 0 end
           as written_off
    from reservations r join stock s using (variant_id)
    left join (select l.variant_id, sum(l.restocked + l.written_off)::int as units
                 from refund_lines l join orders o on o.id = l.order_id
                where o.checkout_id = ${checkoutId} group by 1) refunded using (variant_id)
   where r.checkout_id = ${checkoutId} and r.status = ${status} order by s.variant_id for no key update of s`;

const recordMovements = (delta: Fragment, { reason, actorUserId }: Movement) => sql`
  insert into stock_movements (variant_id, delta, reason, actor_user_id)
  select variant_id, ${delta}, ${reason}, ${actorUserId}::uuid from lines where ${delta} <> 0`;

/**
 * Units that are lost are neither sold nor in stock: they are removed from the stock received, with a stock movement
 * that gives the reason. The others are available again. Returns how many units are available again, and how many lost.
 */
export async function releaseUnits(tx: Db, checkoutId: string, lost: UnitsByVariant | 'all', movement: Movement) {
  const lostUnits =
    lost === 'all'
      ? sql`quantity`
      : sql`least(quantity, coalesce((${JSON.stringify(lost)}::jsonb ->> variant_id::text)::int, 0))`;
  const rows = await tx.run(all('inventory.releaseUnits', { quantity: number, lost: number })`
    with lines as (select variant_id, quantity, bought, ${lostUnits} as lost from (${linesOf(checkoutId, 'sold')}) bought),
         released as (update reservations r
                         set status = 'released', written_off = l.lost > 0,
                             written_off_units = case when l.lost between 1 and l.bought - 1 then l.lost end
                        from lines l where r.checkout_id = ${checkoutId} and r.variant_id = l.variant_id),
         movements as (${recordMovements(sql`-lost`, movement)})
    update stock s set sold = s.sold - l.quantity, received = s.received - l.lost,
                       available = s.available + l.quantity - l.lost
      from lines l where s.variant_id = l.variant_id
    returning l.quantity, l.lost`);
  const sum = (unitsOf: (row: { quantity: number; lost: number }) => number) =>
    rows.reduce((units, row) => units + unitsOf(row), 0);
  return { returned: sum((row) => row.quantity - row.lost), writtenOff: sum((row) => row.lost) };
}

/**
 * Sells them all, and returns how many units it took from stock and how many are no longer written off. Undefined if
 * there are too few: the caller then rolls its transaction back.
 */
async function sellAgain(tx: Db, checkoutId: string, restored: Fragment, movement?: Movement) {
  const sold = await tx.run(one('inventory.sellAgain', { complete: bool, taken: number, restored: number })`
    with lines as (select variant_id, quantity, ${restored} as restored
                     from (${linesOf(checkoutId, 'released')}) released),
         taken as (update stock s set sold = s.sold + l.quantity, received = s.received + l.restored,
                                      available = s.available + l.restored - l.quantity
                     from lines l where s.variant_id = l.variant_id and s.available >= l.quantity - l.restored
                   returning s.variant_id),
         updated as (update reservations r set status = 'sold', written_off = false, written_off_units = null
                       from taken where r.checkout_id = ${checkoutId} and r.variant_id = taken.variant_id)
         ${movement ? sql`, movements as (${recordMovements(sql`restored`, movement)})` : undefined}
    select (select count(*) from lines) = (select count(*) from taken) as complete,
           (select coalesce(sum(quantity - restored), 0)::int from lines) as taken,
           (select coalesce(sum(restored), 0)::int from lines) as restored`);
  return sold.complete ? { taken: sold.taken, restored: sold.restored } : undefined;
}

/** Takes all units from stock, also for those that were written off. */
export const reserveAgain = (tx: Db, checkoutId: string) => sellAgain(tx, checkoutId, sql`0`);

/** Units that were written off are sold again. Units that were restocked are taken from stock, as above. */
export const restoreUnits = (tx: Db, checkoutId: string, movement: Movement) =>
  sellAgain(tx, checkoutId, sql`written_off`, movement);

export type RefundedUnits = { variantId: string; restocked: number; writtenOff: number };

/** Sold units of an order that were refunded: available again, or written off with a stock movement. */
export const updateRefunded = (tx: Db, refunded: RefundedUnits[], { reason, actorUserId }: Movement) =>
  tx.run(count('inventory.updateRefunded')`
    with units as (select * from jsonb_to_recordset(${JSON.stringify(refunded)}::jsonb)
                     as u ("variantId" uuid, restocked int, "writtenOff" int)),
         locked_stock as (select s.variant_id, u.restocked, u."writtenOff" as written_off
                            from stock s join units u on u."variantId" = s.variant_id
                           order by s.variant_id for no key update of s),
         movements as (insert into stock_movements (variant_id, delta, reason, actor_user_id)
                       select variant_id, -written_off, ${reason}, ${actorUserId}::uuid from locked_stock
                        where written_off > 0)
    update stock s set sold = s.sold - l.restocked - l.written_off, available = s.available + l.restocked,
                       received = s.received - l.written_off
      from locked_stock l where s.variant_id = l.variant_id`);
