import { eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';
import { AVAILABLE_QUANTITY, VARIANT_JOIN } from './queries.ts';
import type { MergeLine } from './rules.ts';
import { carts } from './schema.ts';

export async function lockGuestCart(tx: Db, guestTokenHash: Buffer) {
  const [cart] = await tx.select().from(carts).where(eq(carts.guestTokenHash, guestTokenHash)).for('update');
  return cart;
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
