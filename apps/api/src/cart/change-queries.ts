import type { NewCartItem } from '@shop/contracts/cart/schema';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { AVAILABLE_QUANTITY, DISCOUNT_CODE_IS_VALID, UNIT_PRICE, VARIANT_JOIN } from './queries.ts';
import type { MergeLine, Owner } from './rules.ts';
import { cartLines, carts } from './schema.ts';

export const ownedBy = (owner: Owner) =>
  'userId' in owner ? eq(carts.userId, owner.userId) : eq(carts.guestTokenHash, owner.guestTokenHash);

/** Every change begins with one of these two: the lock on the row they write serializes the changes of a cart. */
export async function updateCart(
  tx: Db,
  owner: Owner,
  change: Pick<typeof carts.$inferInsert, 'discountCodeId' | 'shippingMethod'> = {},
) {
  const [cart] = await tx
    .update(carts)
    .set({ ...change, version: sql`${carts.version} + 1` })
    .where(ownedBy(owner))
    .returning();
  return cart;
}

export async function upsertCart(tx: Db, owner: Owner) {
  const [cart] = await tx
    .insert(carts)
    .values(owner)
    .onConflictDoUpdate({
      target: 'userId' in owner ? carts.userId : carts.guestTokenHash,
      set: { version: sql`${carts.version} + 1` },
    })
    .returning();
  if (!cart) throw new Error('The cart was not stored.');
  return cart;
}

type CartVariant = { variantId: string; unitPriceCents: number; availableQuantity: number; inCart: number };

/** The matching published variants: none, one, or two if a choice is required. */
export async function listVariants(
  tx: Db,
  cartId: string,
  { productId, variantId }: Pick<NewCartItem, 'productId' | 'variantId'>,
) {
  const filter = and(
    productId === undefined ? undefined : sql`v.product_id = ${productId}`,
    variantId === undefined ? undefined : sql`v.id = ${variantId}`,
  );
  const { rows } = await tx.execute<CartVariant>(sql`
    select v.id as "variantId", ${UNIT_PRICE}::float8 as "unitPriceCents", (${AVAILABLE_QUANTITY})::float8 as "availableQuantity",
           coalesce(l.quantity, 0) as "inCart"
      from carts c cross join (${VARIANT_JOIN}) left join cart_lines l on l.cart_id = c.id and l.variant_id = v.id
     where c.id = ${cartId} and ${filter} and p.status = 'published' and v.archived_at is null
     limit 2`);
  return rows;
}

export async function findLine(tx: Db, cartId: string, id: string) {
  const { rows } = await tx.execute<Omit<CartVariant, 'inCart'>>(sql`
    select v.id as "variantId", ${UNIT_PRICE}::float8 as "unitPriceCents", (${AVAILABLE_QUANTITY})::float8 as "availableQuantity"
      from carts c join cart_lines l on l.cart_id = c.id join (${VARIANT_JOIN}) on v.id = l.variant_id
     where c.id = ${cartId} and l.id = ${id}`);
  return rows[0];
}

export const countLines = (tx: Db, cartId: string) => tx.$count(cartLines, eq(cartLines.cartId, cartId));

export async function upsertLines(tx: Db, cartId: string, lines: MergeLine[]) {
  if (lines.length === 0) return;
  await tx
    .insert(cartLines)
    .values(lines.map((line) => ({ ...line, cartId })))
    .onConflictDoUpdate({
      target: [cartLines.cartId, cartLines.variantId],
      set: { quantity: sql`excluded.quantity`, lastShownPriceCents: sql`excluded.last_shown_price_cents` },
    });
}

export async function deleteLine(tx: Db, cartId: string, id: string) {
  const [deleted] = await tx
    .delete(cartLines)
    .where(and(eq(cartLines.id, id), eq(cartLines.cartId, cartId)))
    .returning({ id: cartLines.id });
  return deleted;
}

export const deleteLines = (tx: Db, cartId: string) => tx.delete(cartLines).where(eq(cartLines.cartId, cartId));

/** Codes are stored in upper case; a code that this cart cannot use now counts as unknown. */
export async function findUsableDiscountCode(tx: Db, cartId: string, code: string) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select t.id from discount_codes t, carts c
     where c.id = ${cartId} and t.code = upper(${code}) and ${DISCOUNT_CODE_IS_VALID}`);
  return rows[0];
}

export const updateSeenPrices = (tx: Db, cartId: string) =>
  tx.execute(sql`
    update cart_lines l set last_shown_price_cents = ${UNIT_PRICE}
      from ${VARIANT_JOIN}
     where l.cart_id = ${cartId} and v.id = l.variant_id and ${UNIT_PRICE} > 0
       and l.last_shown_price_cents <> ${UNIT_PRICE}`);

export const clearEndedDiscountCode = (tx: Db, cartId: string) =>
  tx.execute(sql`
    update carts c set discount_code_id = null
      from discount_codes t
     where c.id = ${cartId} and t.id = c.discount_code_id and not ${DISCOUNT_CODE_IS_VALID}`);

export async function findCartId(db: Db, owner: Owner) {
  const [cart] = await db.select({ id: carts.id }).from(carts).where(ownedBy(owner));
  return cart?.id;
}
