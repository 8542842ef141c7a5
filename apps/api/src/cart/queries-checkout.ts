import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { IMAGE, LEFT, PIECE, UNIT_PRICE, USABLE } from './queries.ts';
import { carts } from './schema.ts';

/** Held until the transaction ends: what is priced is what is ordered. */
export async function lockCart(tx: Db, userId: string) {
  const [cart] = await tx
    .select({ id: carts.id, version: carts.version, shippingMethod: carts.shippingMethod })
    .from(carts)
    .where(eq(carts.userId, userId))
    .for('no key update');
  return cart;
}

export async function findPromoInForce(tx: Db, cartId: string) {
  const { rows } = await tx.execute<{ id: string; code: string; percentBp: number }>(sql`
    select t.id, t.code, t.percent_bp as "percentBp"
      from carts c join promo_codes t on t.id = c.promo_code_id
     where c.id = ${cartId} and ${sql.raw(USABLE)}`);
  return rows[0] ?? null;
}

type CheckoutLine = {
  variantId: string;
  productId: string;
  name: string;
  optionValues: Record<string, string>;
  image: string | null;
  unitPriceCents: number;
  quantity: number;
  /** How many could be bought now. */
  left: number;
};

export async function listCheckoutLines(tx: Db, cartId: string) {
  const { rows } = await tx.execute<CheckoutLine>(sql`
    select v.id as "variantId", p.id as "productId", p.name, v.option_values as "optionValues",
           ${sql.raw(IMAGE)} as image, ${sql.raw(UNIT_PRICE)}::float8 as "unitPriceCents", l.quantity,
           (${sql.raw(LEFT)})::float8 as left
      from carts c join cart_lines l on l.cart_id = c.id join (${sql.raw(PIECE)}) on v.id = l.variant_id
     where c.id = ${cartId} order by l.id`);
  return rows;
}

/** A version later, also when nothing of it is left: an ordered cart is not at the till any more. */
export async function updateVersion(tx: Db, cartId: string) {
  const [cart] = await tx
    .update(carts)
    .set({ version: sql`${carts.version} + 1` })
    .where(eq(carts.id, cartId))
    .returning({ id: carts.id });
  return cart;
}

export async function subtractLines(tx: Db, cartId: string, lines: { variantId: string; quantity: number }[]) {
  const bought = sql`unnest(${sql.param(lines.map(({ variantId }) => variantId))}::uuid[],
                            ${sql.param(lines.map(({ quantity }) => quantity))}::int[]) as b (variant_id, quantity)`;
  await tx.execute(sql`
    with gone as (
      delete from cart_lines l using ${bought}
       where l.cart_id = ${cartId} and l.variant_id = b.variant_id and l.quantity <= b.quantity)
    update cart_lines l set quantity = l.quantity - b.quantity from ${bought}
     where l.cart_id = ${cartId} and l.variant_id = b.variant_id and l.quantity > b.quantity`);
  await tx.execute(sql`
    update carts set promo_code_id = null
     where id = ${cartId} and promo_code_id is not null
       and not exists (select from cart_lines where cart_id = ${cartId})`);
}
