import type { Cart } from '@shop/contracts/cart/schema';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { AVAILABLE_QUANTITY, DISCOUNT_CODE_IS_VALID, IMAGE, OPTIONS, UNIT_PRICE, VARIANT_JOIN } from './queries.ts';

/** Locked until the transaction ends, so that what is priced is what is ordered. Lock order: carts before checkouts. */
export const lockCart = (tx: Db, userId: string) =>
  tx.execute(sql`select from carts where user_id = ${userId} for no key update`);

type CheckoutLine = {
  variantId: string;
  productId: string;
  name: string;
  /** In the order of the product's options. */
  optionValues: Record<string, string>;
  image: string | null;
  unitPriceCents: number;
  quantity: number;
  availableQuantity: number;
};

type CheckoutCart = {
  id: string;
  version: number;
  shippingMethod: Cart['shippingMethod'];
  discountCode: { id: string; code: string; percentBp: number } | null;
  lines: CheckoutLine[];
};

/**
 * What would be ordered: the lines at current prices, and the discount code if it is valid, in one consistent read. To
 * be sent after `lockCart`.
 */
export const findCheckoutCart = (tx: Db, userId: string) =>
  tx.execute<CheckoutCart>(sql`
    select c.id, c.version, c.shipping_method as "shippingMethod",
           (select json_build_object('id', t.id, 'code', t.code, 'percentBp', t.percent_bp)
              from discount_codes t where t.id = c.discount_code_id and ${DISCOUNT_CODE_IS_VALID}) as "discountCode",
           (select coalesce(json_agg(json_build_object(
                     'variantId', v.id, 'productId', p.id, 'name', p.name, 'optionValues', ${OPTIONS},
                     'image', ${IMAGE}, 'unitPriceCents', ${UNIT_PRICE}, 'quantity', l.quantity,
                     'availableQuantity', ${AVAILABLE_QUANTITY}) order by l.id), '[]')
              from cart_lines l join (${VARIANT_JOIN}) on v.id = l.variant_id where l.cart_id = c.id) as lines
      from carts c where c.user_id = ${userId}`);

type LineStock = { name: string; availableQuantity: number; isShort: boolean; hasReleasable: boolean };
type Options = { unless?: SQL; hasReleasable?: SQL };

/**
 * The first line of the cart with less stock than requested, or else the first one; none if `unless` holds. `hasReleasable`:
 * SQL for whether reserved stock can be released.
 */
export async function findShortestLine(
  db: Db,
  userId: string,
  { unless = sql`false`, hasReleasable = sql`false` }: Options = {},
) {
  const { rows } = await db.execute<LineStock>(sql`
    select name, available::float8 as "availableQuantity", available < quantity as "isShort", ${hasReleasable} as "hasReleasable"
      from (select l.id, p.name, l.quantity, ${AVAILABLE_QUANTITY} as available
              from carts c join cart_lines l on l.cart_id = c.id join (${VARIANT_JOIN}) on v.id = l.variant_id
             where c.user_id = ${userId}) line
     where not (${unless}) order by available >= quantity, id limit 1`);
  return rows[0];
}

/**
 * Removes what was bought, and the discount code with the last item. Increments the version even if nothing is removed:
 * the version that was checked out is ordered.
 */
export function subtractLines(tx: Db, cartId: string, lines: { variantId: string; quantity: number }[]) {
  const bought = sql`unnest(${sql.param(lines.map(({ variantId }) => variantId))}::uuid[],
                            ${sql.param(lines.map(({ quantity }) => quantity))}::int[]) as b (variant_id, quantity)`;
  return tx.execute(sql`
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
