import type { Db } from '#platform/database/db.ts';
import { bool, cents, number, uuid } from '#platform/database/row.ts';
import { all, assignments, columnsOf, count, first, one } from '#platform/database/sql.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';
import { cartColumns, ownedBy, type StoredCart } from './change-queries.ts';
import { AVAILABLE_QUANTITY, VARIANT_JOIN } from './queries.ts';
import type { Owner } from './rules.ts';

export const lockGuestCart = (owner: Owner) =>
  first(
    'cart.lockOfGuest',
    cartColumns,
  )`select ${columnsOf(cartColumns)} from carts where ${ownedBy(owner)} for update`;

/**
 * Unpaid checkouts of a guest's cart become the buyer's. Completed ones stay the guest's, as their orders do, and those of
 * another account, which logged in from the same browser, stay that account's.
 *
 * An open one replaces that of the buyer. Returns those that are replaced, whose codes and stock the caller releases.
 * Callers hold both carts.
 */
export async function updateBuyer(tx: Db, guestCartId: string, userId: string) {
  const rows = await tx.run(all('cart.updateBuyer', { id: uuid })`
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
export const countLinesOfBoth = (tx: Db, guestCartId: string, userId: string) =>
  tx.run(one('cart.countLinesOfBoth', { own: number, merged: number })`
    select count(*) filter (where c.id <> ${guestCartId})::int as own, count(distinct l.variant_id)::int as merged
      from carts c join cart_lines l on l.cart_id = c.id where c.id = ${guestCartId} or c.user_id = ${userId}`);

/**
 * The checkouts of a guest's cart move to the buyer's, before its lines do: reserved units count as available to their own
 * cart. Completed ones still say which version was bought. Versions continue above those of the buyer's cart, so that each
 * becomes at most one order, as before. To be called after `updateBuyer`, by callers that hold both carts.
 */
export async function moveCheckouts(tx: Db, guest: StoredCart, own: StoredCart) {
  await tx.run(count('cart.moveCheckouts')`
    update checkouts set cart_id = ${own.id}, cart_version = cart_version + ${own.version}
     where cart_id = ${guest.id} and (status = 'completed' or user_id = ${own.userId})`);
  await tx.run(
    count('cart.updateVersion')`update carts set version = ${own.version + guest.version + 1} where id = ${own.id}`,
  );
}

/** Of both carts, with the quantity available to the customer's own cart. */
const mergeLine = {
  id: uuid,
  variantId: uuid,
  quantity: number,
  lastShownPriceCents: cents,
  ofGuest: bool,
  availableQuantity: number,
};

export const listLinesOfBoth = (tx: Db, ownCartId: string, guestCartId: string) =>
  tx.run(all('cart.listLinesOfBoth', mergeLine)`
    select l.id, l.variant_id, l.quantity, l.last_shown_price_cents,
           l.cart_id <> c.id as of_guest, ${AVAILABLE_QUANTITY} as available_quantity
      from carts c join cart_lines l on l.cart_id in (c.id, ${guestCartId}) join (${VARIANT_JOIN}) on v.id = l.variant_id
     where c.id = ${ownCartId} order by l.id`);

export const updateChoices = (cartId: string, choices: Pick<StoredCart, 'discountCodeId' | 'shippingMethod'>) =>
  count('cart.updateChoices')`update carts set ${assignments(choices)} where id = ${cartId}`;

/** Whether the user had a cart. */
export async function updateCartToGuest(db: Db, userId: string, guestTokenHash: Buffer) {
  const updated = await db.run(
    count(
      'cart.updateToGuest',
    )`update carts set ${assignments({ userId: null, guestTokenHash })} where user_id = ${userId}`,
  );
  return updated === 1;
}

export const deleteCart = (cartId: string) => count('cart.delete')`delete from carts where id = ${cartId}`;

export const deleteOldGuestCarts = (db: Db) =>
  deleteInPortions(() =>
    db.run(count('cart.deleteOldOfGuests')`
      delete from carts where id in (
        select id from carts where user_id is null and updated_at < ${endOfRetention('guestCarts')}
         order by updated_at limit ${PORTION} for update skip locked)`),
  );
