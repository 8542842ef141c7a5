import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import type { Line, Shortage } from './rules.ts';

/*
 * Lock order: discount codes before stock, stock by variant id. Every caller that changes several rows locks them in
 * this order, so that concurrent checkouts do not deadlock.
 */

/** The line with too little stock; of several, the one with the least. */
export async function findShortage(tx: Db, lines: Line[]) {
  const { rows } = await tx.execute<Shortage>(sql`
    select l.name, s.available::float8 as "availableQuantity"
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l ("variantId" uuid, name text, quantity int)
      join stock s on s.variant_id = l."variantId" order by s.available >= l.quantity, s.available limit 1`);
  const [shortage] = rows;
  if (!shortage) throw new Error('The ordered variants have no stock rows.');
  return shortage;
}

/** Moves all units of a checkout from one stock bucket to another or, if it returns false, none. */
export async function moveStock(
  tx: Db,
  checkoutId: string,
  from: 'available' | 'reserved',
  to: 'reserved' | 'sold',
): Promise<boolean> {
  const [source, target] = [sql.identifier(from), sql.identifier(to)];
  const { rowCount } = await tx.execute(sql`
    with requested as (
           select s.variant_id, l.quantity, s.${source} >= l.quantity as enough
             from checkout_lines l join stock s using (variant_id) where l.checkout_id = ${checkoutId}
            order by s.variant_id for no key update of s)
    update stock s set ${source} = s.${source} - w.quantity, ${target} = s.${target} + w.quantity
      from requested w where s.variant_id = w.variant_id and (select bool_and(enough) from requested)`);
  return Boolean(rowCount);
}

export const updateReservations = (tx: Db, checkoutId: string, status: 'sold') =>
  tx.execute(sql`update reservations set status = ${status} where checkout_id = ${checkoutId}`);

/** Before a checkout replaces others: locks all stock and codes that are released or taken, in order. */
export async function lockStockAndDiscountCodes(
  tx: Db,
  checkoutIds: string[],
  lines: Line[],
  discountCodeId: string | null,
) {
  const ids = sql.param(checkoutIds);
  await tx.execute(sql`
    select from discount_codes
     where id = ${discountCodeId} or id in (select discount_code_id from checkouts where id = any (${ids}))
     order by id for no key update`);
  await tx.execute(sql`
    select from stock
     where variant_id = any (${sql.param(lines.map(({ variantId }) => variantId))})
        or variant_id in (select variant_id from reservations where checkout_id = any (${ids}))
     order by variant_id for no key update`);
}

/** Ends these checkouts, for callers that hold their locks: releases their discount codes and reserved stock. */
export async function releaseCheckouts(tx: Db, checkoutIds: string[], status: 'expired' | 'cancelled') {
  const ids = sql.param(checkoutIds);
  await tx.execute(sql`update checkouts set status = ${status} where id = any (${ids})`);
  await tx.execute(sql`
    with released as (update discount_redemptions set released_at = now()
                       where checkout_id = any (${ids}) and released_at is null returning discount_code_id),
         uses as (select discount_code_id, count(*) as uses from released group by 1),
         codes as (select p.id, uses.uses from discount_codes p join uses on uses.discount_code_id = p.id
                    order by p.id for no key update of p)
    update discount_codes p set used = p.used - codes.uses from codes where p.id = codes.id`);
  await tx.execute(sql`
    with released as (update reservations set status = 'released'
                       where checkout_id = any (${ids}) and status = 'reserved' returning variant_id, quantity),
         units as (select variant_id, sum(quantity) as units from released group by 1),
         locked_stock as (select s.variant_id, units.units from stock s join units using (variant_id)
                      order by s.variant_id for no key update of s)
    update stock s set reserved = s.reserved - h.units, available = s.available + h.units
      from locked_stock h where s.variant_id = h.variant_id`);
}

type Redemption = { discountCodeId: string; userId: string; checkoutId: string };

/** The lock on the code's row serializes its redemptions: of two concurrent ones, one gets the last use. */
export async function redeemDiscountCode(tx: Db, redemption: Redemption) {
  const { rowCount } = await tx.execute(sql`
    update discount_codes set used = used + 1
     where id = ${redemption.discountCodeId} and active and coalesce(starts_at <= now(), true)
       and coalesce(ends_at > now(), true) and coalesce(used < usage_limit, true)`);
  return rowCount === 1 && insertRedemption(tx, redemption);
}

/** For a late payment: the discount was granted while the code was active, so only its limits count. */
export async function redeemDiscountCodeAgain(tx: Db, redemption: Redemption) {
  const { rowCount } = await tx.execute(sql`
    update discount_codes set used = used + 1
     where id = ${redemption.discountCodeId} and coalesce(used < usage_limit, true)`);
  return rowCount === 1 && insertRedemption(tx, redemption);
}

async function insertRedemption(tx: Db, { discountCodeId, userId, checkoutId }: Redemption) {
  const { rowCount } = await tx.execute(sql`
    insert into discount_redemptions (discount_code_id, user_id, checkout_id)
    select p.id, ${userId}, ${checkoutId} from discount_codes p
     where p.id = ${discountCodeId}
       and coalesce((select count(*) from discount_redemptions r
                      where r.discount_code_id = p.id and r.user_id = ${userId} and r.released_at is null)
                    < p.per_user_limit, true)
        on conflict (checkout_id) do update set released_at = null`);
  return rowCount === 1;
}
