import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

/** Why units were written off or added again, and who decided it. */
export type Movement = { reason: string; actorUserId: string | null };

/**
 * The units an order bought at its checkout, to be released or sold again. Stock is always locked by variant id, as
 * in a checkout, so that concurrent changes do not deadlock.
 */
const linesOf = (checkoutId: string, status: 'sold' | 'released') => sql`
  select s.variant_id, r.quantity, r.written_off from reservations r join stock s using (variant_id)
   where r.checkout_id = ${checkoutId} and r.status = ${status} order by s.variant_id for no key update of s`;

const releaseUnits = (checkoutId: string, stockUpdate: SQL, writtenOff: boolean, recorded = sql``) => sql`
  with lines as (${linesOf(checkoutId, 'sold')}),
       released as (update reservations r set status = 'released', written_off = ${writtenOff} from lines l
                     where r.checkout_id = ${checkoutId} and r.variant_id = l.variant_id)
       ${recorded}
  update stock s set ${stockUpdate} from lines l where s.variant_id = l.variant_id`;

export const restockItems = (tx: Db, checkoutId: string) =>
  tx.execute(releaseUnits(checkoutId, sql`sold = sold - l.quantity, available = available + l.quantity`, false));

/** Neither sold nor in stock: they are removed from the stock received, with a stock movement that gives the reason. */
export const writeOffUnits = (tx: Db, checkoutId: string, { reason, actorUserId }: Movement) =>
  tx.execute(
    releaseUnits(
      checkoutId,
      sql`sold = sold - l.quantity, received = received - l.quantity`,
      true,
      sql`, movements as (insert into stock_movements (variant_id, delta, reason, actor_user_id)
                          select variant_id, -quantity, ${reason}, ${actorUserId}::uuid from lines)`,
    ),
  );

/** All of them or, if it returns false, too few: the caller then rolls its transaction back. */
export async function reserveAgain(tx: Db, checkoutId: string) {
  const { rows } = await tx.execute<{ complete: boolean }>(sql`
    with lines as (${linesOf(checkoutId, 'released')}),
         taken as (update stock s set available = available - l.quantity, sold = sold + l.quantity from lines l
                    where s.variant_id = l.variant_id and s.available >= l.quantity returning s.variant_id),
         updated as (update reservations r set status = 'sold', written_off = false from taken
                      where r.checkout_id = ${checkoutId} and r.variant_id = taken.variant_id)
    select (select count(*) from lines) = (select count(*) from taken) as complete`);
  return rows[0]?.complete ?? false;
}

/** Units that were written off are sold again. Units that were restocked are taken from stock, as above. */
export async function restoreUnits(tx: Db, checkoutId: string, { reason, actorUserId }: Movement) {
  await tx.execute(sql`
    with lines as (select * from (${linesOf(checkoutId, 'released')}) released where written_off),
         updated as (update reservations r set status = 'sold', written_off = false from lines l
                      where r.checkout_id = ${checkoutId} and r.variant_id = l.variant_id),
         movements as (insert into stock_movements (variant_id, delta, reason, actor_user_id)
                       select variant_id, quantity, ${reason}, ${actorUserId}::uuid from lines)
    update stock s set sold = sold + l.quantity, received = received + l.quantity
      from lines l where s.variant_id = l.variant_id`);
  return reserveAgain(tx, checkoutId);
}
