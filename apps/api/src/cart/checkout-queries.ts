import { eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { AVAILABLE_QUANTITY, DISCOUNT_CODE_IS_VALID, IMAGE, UNIT_PRICE, VARIANT_JOIN } from './queries.ts';
import { carts } from './schema.ts';

/** Locked until the transaction ends, so that what is priced is what is ordered. */
export async function lockCart(tx: Db, userId: string) {
  const [cart] = await tx
    .select({ id: carts.id, version: carts.version, shippingMethod: carts.shippingMethod })
    .from(carts)
    .where(eq(carts.userId, userId))
    .for('no key update');
  return cart;
}

type CheckoutLine = {
  variantId: string;
  productId: string;
  name: string;
  optionValues: Record<string, string>;
  image: string | null;
  unitPriceCents: number;
  quantity: number;
  availableQuantity: number;
};

type CheckoutCart = { discountCode: { id: string; code: string; percentBp: number } | null; lines: CheckoutLine[] };

/** The lines at current prices, and the discount code if it is valid, in one consistent read. */
export async function findCheckoutCart(tx: Db, cartId: string) {
  const { rows } = await tx.execute<CheckoutCart>(sql`
    select (select json_build_object('id', t.id, 'code', t.code, 'percentBp', t.percent_bp)
              from discount_codes t where t.id = c.discount_code_id and ${DISCOUNT_CODE_IS_VALID}) as "discountCode",
           (select coalesce(json_agg(json_build_object(
                     'variantId', v.id, 'productId', p.id, 'name', p.name, 'optionValues', v.option_values,
                     'image', ${IMAGE}, 'unitPriceCents', ${UNIT_PRICE}, 'quantity', l.quantity,
                     'availableQuantity', ${AVAILABLE_QUANTITY}) order by l.id), '[]')
              from cart_lines l join (${VARIANT_JOIN}) on v.id = l.variant_id where l.cart_id = c.id) as lines
      from carts c where c.id = ${cartId}`);
  return rows[0] ?? { discountCode: null, lines: [] };
}

/**
 * Removes what was bought, and the discount code with the last item. Increments the version even if nothing is removed:
 * the version that was checked out is ordered.
 */
export async function subtractLines(tx: Db, cartId: string, lines: { variantId: string; quantity: number }[]) {
  const bought = sql`unnest(${sql.param(lines.map(({ variantId }) => variantId))}::uuid[],
                            ${sql.param(lines.map(({ quantity }) => quantity))}::int[]) as b (variant_id, quantity)`;
  await tx.execute(sql`
    with removed as (
           delete from cart_lines l using ${bought}
            where l.cart_id = ${cartId} and l.variant_id = b.variant_id and l.quantity <= b.quantity),
         fewer as (
           update cart_lines l set quantity = l.quantity - b.quantity from ${bought}
            where l.cart_id = ${cartId} and l.variant_id = b.variant_id and l.quantity > b.quantity)
    update carts c
       set version = version + 1,
           discount_code_id = case when exists (
             select from cart_lines l left join ${bought} on b.variant_id = l.variant_id
              where l.cart_id = c.id and l.quantity > coalesce(b.quantity, 0)) then discount_code_id end
     where c.id = ${cartId}`);
}
