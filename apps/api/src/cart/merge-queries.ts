import { eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';
import { ownedBy } from './change-queries.ts';
import { AVAILABLE_QUANTITY, VARIANT_JOIN } from './queries.ts';
import type { MergeLine, Owner } from './rules.ts';
import { carts } from './schema.ts';

export async function lockGuestCart(tx: Db, owner: Owner) {
  const [cart] = await tx.select().from(carts).where(ownedBy(owner)).for('update');
  return cart;
}

/**
 * Unpaid checkouts of a guest's cart become the buyer's. Completed ones stay the guest's, as their orders do, and those of
 * another account, which logged in from the same browser, stay that account's.
 *
 * An open one replaces that of the buyer. Returns those that are replaced, whose codes and stock the caller releases.
 * Callers hold both carts.
 */
export async function updateBuyer(tx: Db, guestCartId: string, userId: string) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with taken as (
           update checkouts c set user_id = ${userId}, address_id = null from users u
            where c.cart_id = ${guestCartId} and c.status <> 'completed' and c.user_id <> ${userId}
              and u.id = c.user_id and u.guest_email is not null
           returning c.id, c.status),
         replaced as (
           update checkouts set status = case when expires_at > now() then 'cancelled' else 'expired' end
            where user_id = ${userId} and status = 'open' and exists (select from taken where status = 'open')
           returning id),
         redemptions as (
           update discount_redemptions set user_id = ${userId}, joined = true where checkout_id in (select id from taken))
    select id from replaced`);
  return rows.map(({ id }) => id);
}

/** `merged`: in either cart; a variant that is in both counts once. */
export async function countLinesOfBoth(tx: Db, guestCartId: string, userId: string) {
  const { rows } = await tx.execute<{ own: number; merged: number }>(sql`
    select count(*) filter (where c.id <> ${guestCartId})::int as own, count(distinct l.variant_id)::int as merged
      from carts c join cart_lines l on l.cart_id = c.id where c.id = ${guestCartId} or c.user_id = ${userId}`);
  return rows[0] ?? { own: 0, merged: 0 };
}

type VersionedCart = { id: string; version: number };

/**
 * The checkouts of a guest's cart move to the buyer's, before its lines do: reserved units count as available to their own
 * cart. Completed ones still say which version was bought. Versions continue above those of the buyer's cart, so that each
 * becomes at most one order, as before. To be called after `updateBuyer`, by callers that hold both carts.
 */
export async function moveCheckouts(tx: Db, guest: VersionedCart, own: VersionedCart & { userId: string | null }) {
  await tx.execute(sql`
    update checkouts set cart_id = ${own.id}, cart_version = cart_version + ${own.version}
     where cart_id = ${guest.id} and (status = 'completed' or user_id = ${own.userId})`);
  await tx.execute(sql`update carts set version = ${own.version + guest.version + 1} where id = ${own.id}`);
}

/** Of both carts, with the quantity available to the customer's own cart. */
export async function listLinesOfBoth(tx: Db, ownCartId: string, guestCartId: string) {
  const { rows } = await tx.execute<MergeLine & { ofGuest: boolean; availableQuantity: number }>(sql`
    select l.id, l.variant_id as "variantId", l.quantity, l.last_shown_price_cents::float8 as "lastShownPriceCents",
           l.cart_id <> c.id as "ofGuest", (${AVAILABLE_QUANTITY})::float8 as "availableQuantity"
      from carts c join cart_lines l on l.cart_id in (c.id, ${guestCartId}) join (${VARIANT_JOIN}) on v.id = l.variant_id
     where c.id = ${ownCartId} order by l.id`);
  return rows;
}

export const updateChoices = (
  tx: Db,
  cartId: string,
  choices: Pick<typeof carts.$inferSelect, 'discountCodeId' | 'shippingMethod'>,
) => tx.update(carts).set(choices).where(eq(carts.id, cartId));

/** Whether the user had a cart. */
export async function updateCartToGuest(db: Db, userId: string, guestTokenHash: Buffer) {
  const { rowCount } = await db.update(carts).set({ userId: null, guestTokenHash }).where(eq(carts.userId, userId));
  return rowCount === 1;
}

export const deleteCart = (tx: Db, cartId: string) => tx.delete(carts).where(eq(carts.id, cartId));

export const deleteOldGuestCarts = (db: Db) =>
  deleteInPortions(() =>
    db.execute(sql`
      delete from carts where id in (
        select id from carts where user_id is null and updated_at < ${endOfRetention('guestCarts')}
         order by updated_at limit ${PORTION} for update skip locked)`),
  );
