import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { BasisPoints, Cents, OptionValues } from '@shop/contracts/common/schema';
import { z } from 'zod';
import { VARIANT_OPTIONS } from '#platform/database/columns.ts';
import { bool, json, number, oneOf, orNull, text, uuid } from '#platform/database/row.ts';
import { count, type Fragment, first, sql } from '#platform/database/sql.ts';
import { AVAILABLE_QUANTITY, DISCOUNT_CODE_IS_VALID, IMAGE, UNIT_PRICE, VARIANT_JOIN } from './queries.ts';

/** Locked until the transaction ends, so that what is priced is what is ordered. Lock order: carts before checkouts. */
export const lockCart = (userId: string) =>
  count('cart.lock')`select from carts where user_id = ${userId} for no key update`;

const CheckoutLine = z.object({
  variantId: z.string(),
  productId: z.string(),
  name: z.string(),
  /** In the order of the product's options. */
  optionValues: OptionValues,
  image: z.string().nullable(),
  unitPriceCents: Cents,
  quantity: z.number(),
  availableQuantity: z.number(),
});

const checkoutCart = {
  id: uuid,
  version: number,
  shippingMethod: oneOf(SHIPPING_METHODS),
  discountCode: orNull(json(z.object({ id: z.string(), code: z.string(), percentBp: BasisPoints }))),
  lines: json(z.array(CheckoutLine)),
};

/**
 * What would be ordered: the lines at current prices, and the discount code if it is valid, in one consistent read. To
 * be sent after `lockCart`.
 */
export const findCheckoutCart = (userId: string) =>
  first('cart.findForCheckout', checkoutCart)`
    select c.id, c.version, c.shipping_method,
           (select json_build_object('id', t.id, 'code', t.code, 'percentBp', t.percent_bp)
              from discount_codes t where t.id = c.discount_code_id and ${DISCOUNT_CODE_IS_VALID}) as discount_code,
           (select coalesce(json_agg(json_build_object(
                     'variantId', v.id, 'productId', p.id, 'name', p.name, 'optionValues', ${VARIANT_OPTIONS},
                     'image', ${IMAGE}, 'unitPriceCents', ${UNIT_PRICE}, 'quantity', l.quantity,
                     'availableQuantity', ${AVAILABLE_QUANTITY}) order by l.id), '[]')
              from cart_lines l join (${VARIANT_JOIN}) on v.id = l.variant_id where l.cart_id = c.id) as lines
      from carts c where c.user_id = ${userId}`;

const lineStock = { name: text, availableQuantity: number, isShort: bool, hasReleasable: bool };
type Options = { unless?: Fragment; hasReleasable?: Fragment };

/**
 * The first line of the cart with less stock than requested, or else the first one; none if `unless` holds. `hasReleasable`:
 * SQL for whether reserved stock can be released.
 */
export const findShortestLine = (userId: string, { unless = sql`false`, hasReleasable = sql`false` }: Options = {}) =>
  first('cart.findShortestLine', lineStock)`
    select name, available as available_quantity, available < quantity as is_short, ${hasReleasable} as has_releasable
      from (select l.id, p.name, l.quantity, ${AVAILABLE_QUANTITY} as available
              from carts c join cart_lines l on l.cart_id = c.id join (${VARIANT_JOIN}) on v.id = l.variant_id
             where c.user_id = ${userId}) line
     where not (${unless}) order by available >= quantity, id limit 1`;

/**
 * Removes what was bought, and the discount code with the last item. Increments the version even if nothing is removed:
 * the version that was checked out is ordered.
 */
export function subtractLines(cartId: string, lines: { variantId: string; quantity: number }[]) {
  const bought = sql`unnest(${lines.map(({ variantId }) => variantId)}::uuid[],
                            ${lines.map(({ quantity }) => quantity)}::int[]) as b (variant_id, quantity)`;
  return count('cart.subtractLines')`
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
     where c.id = ${cartId}`;
}
