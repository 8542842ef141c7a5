import { orderMessages } from '@shop/contracts/orders-texts';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';

/**
 * What an order took at its checkout, given back or taken again. Pieces are always locked by the order of their
 * variants, as the checkout locks them: two who want the same ones never wait for one another.
 */
const linesOf = (checkoutId: string, state: 'claimed' | 'released') => sql`
  select s.variant_id, r.quantity, r.written_off from reservations r join stock s using (variant_id)
   where r.checkout_id = ${checkoutId} and r.state = ${state} order by s.variant_id for no key update of s`;

const releaseUnits = (checkoutId: string, stockUpdate: SQL, writtenOff: boolean, recorded = sql``) => sql`
  with lines as (${linesOf(checkoutId, 'claimed')}),
       released as (update reservations r set state = 'released', written_off = ${writtenOff} from lines l
                     where r.checkout_id = ${checkoutId} and r.variant_id = l.variant_id)
       ${recorded}
  update stock s set ${stockUpdate} from lines l where s.variant_id = l.variant_id`;

/** Back on the shelf. */
export const restockItems = (tx: Db, checkoutId: string) =>
  tx.execute(releaseUnits(checkoutId, sql`sold = sold - l.quantity, available = available + l.quantity`, false));

/** Neither sold nor ours any more: they leave the books, and the movement says why. */
export const writeOffUnits = (tx: Db, checkoutId: string, userId: string | null) =>
  tx.execute(
    releaseUnits(
      checkoutId,
      sql`sold = sold - l.quantity, received = received - l.quantity`,
      true,
      sql`, movements as (insert into stock_movements (variant_id, delta, reason, actor_user_id)
                          select variant_id, -quantity, ${orderMessages.notReturned}, ${userId}::uuid from lines)`,
    ),
  );

/** All of them or, when it says false, too few: the caller then takes its transaction back. */
export async function reserveAgain(tx: Db, checkoutId: string) {
  const { rows } = await tx.execute<{ complete: boolean }>(sql`
    with lines as (${linesOf(checkoutId, 'released')}),
         taken as (update stock s set available = available - l.quantity, sold = sold + l.quantity from lines l
                    where s.variant_id = l.variant_id and s.available >= l.quantity returning s.variant_id),
         claimed as (update reservations r set state = 'claimed', written_off = false from taken
                      where r.checkout_id = ${checkoutId} and r.variant_id = taken.variant_id)
    select (select count(*) from lines) = (select count(*) from taken) as complete`);
  return rows[0]?.complete ?? false;
}

/** What was written off is sold again. What was returned to stock is taken from there, as above. */
export async function restoreUnits(tx: Db, checkoutId: string, userId: string | null) {
  await tx.execute(sql`
    with lines as (select * from (${linesOf(checkoutId, 'released')}) released where written_off),
         claimed as (update reservations r set state = 'claimed', written_off = false from lines l
                      where r.checkout_id = ${checkoutId} and r.variant_id = l.variant_id),
         movements as (insert into stock_movements (variant_id, delta, reason, actor_user_id)
                       select variant_id, quantity, ${orderMessages.writeOffReversed}, ${userId}::uuid from lines)
    update stock s set sold = sold + l.quantity, received = received + l.quantity
      from lines l where s.variant_id = l.variant_id`);
  return reserveAgain(tx, checkoutId);
}

export const releasePromo = (tx: Db, checkoutId: string) =>
  tx.execute(sql`
    with released as (update promo_redemptions set released_at = now()
                       where checkout_id = ${checkoutId} and released_at is null returning promo_code_id)
    update promo_codes p set used = used - 1 from released where p.id = released.promo_code_id`);

/** Only its limits count: the buyer had the discount while the code was in force. */
export async function redeemPromoAgain(tx: Db, checkoutId: string) {
  // The row of the code is the lock under which its redemptions are counted.
  const { rowCount: counted } = await tx.execute(sql`
    update promo_codes p set used = used + 1 from promo_redemptions r
     where r.checkout_id = ${checkoutId} and p.id = r.promo_code_id and (usage_limit is null or used < usage_limit)`);
  if (!counted) return false;

  const { rowCount } = await tx.execute(sql`
    update promo_redemptions r set released_at = null from promo_codes p
     where r.checkout_id = ${checkoutId} and p.id = r.promo_code_id
       and (p.per_user_limit is null
            or p.per_user_limit > (select count(*) from promo_redemptions other
                                    where other.promo_code_id = p.id and other.user_id = r.user_id
                                      and other.released_at is null))`);
  return Boolean(rowCount);
}
