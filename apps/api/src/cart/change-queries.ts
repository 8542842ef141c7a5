import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import type { NewCartItem, ShippingMethod } from '@shop/contracts/cart/schema';
import { cents, number, oneOf, orNull, type Row, uuid } from '#platform/database/row.ts';
import { all, and, assignments, columnsOf, count, first, one, rowsOf, sql } from '#platform/database/sql.ts';
import { AVAILABLE_QUANTITY, DISCOUNT_CODE_IS_VALID, UNIT_PRICE, VARIANT_JOIN } from './queries.ts';
import type { MergeLine, Owner } from './rules.ts';

export const cartColumns = {
  id: uuid,
  userId: orNull(uuid),
  discountCodeId: orNull(uuid),
  shippingMethod: oneOf(SHIPPING_METHODS),
  version: number,
};
export type StoredCart = Row<typeof cartColumns>;
const COLUMNS = columnsOf(cartColumns);

export const ownedBy = (owner: Owner) =>
  'userId' in owner ? sql`user_id = ${owner.userId}` : sql`guest_token_hash = ${owner.guestTokenHash}`;

type CartChange = { discountCodeId?: string | null; shippingMethod?: ShippingMethod };

/** Every change begins with one of these two: the lock on the row they write serializes the changes of a cart. */
export const updateCart = (owner: Owner, change: CartChange = {}) =>
  first('cart.update', cartColumns)`
    update carts set ${assignments({ ...change, version: sql`version + 1` })} where ${ownedBy(owner)}
    returning ${COLUMNS}`;

export const upsertCart = (owner: Owner) =>
  one('cart.upsert', cartColumns)`
    insert into carts ${rowsOf([owner])}
    on conflict (${'userId' in owner ? sql`user_id` : sql`guest_token_hash`}) do update set version = carts.version + 1
    returning ${COLUMNS}`;

const pricedVariant = { variantId: uuid, unitPriceCents: cents, availableQuantity: number };
const cartVariant = { ...pricedVariant, inCart: number };

/** The matching published variants: none, one, or two if a choice is required. */
export function listVariants(cartId: string, { productId, variantId }: Pick<NewCartItem, 'productId' | 'variantId'>) {
  const filter = and(
    productId !== undefined && sql`v.product_id = ${productId}`,
    variantId !== undefined && sql`v.id = ${variantId}`,
  );
  return all('cart.listVariants', cartVariant)`
    select v.id as variant_id, ${UNIT_PRICE} as unit_price_cents, ${AVAILABLE_QUANTITY} as available_quantity,
           coalesce(l.quantity, 0) as in_cart
      from carts c cross join (${VARIANT_JOIN}) left join cart_lines l on l.cart_id = c.id and l.variant_id = v.id
     where c.id = ${cartId} and ${filter} and p.status = 'published' and v.archived_at is null
     limit 2`;
}

export const findLine = (cartId: string, id: string) =>
  first('cart.findLine', pricedVariant)`
    select v.id as variant_id, ${UNIT_PRICE} as unit_price_cents, ${AVAILABLE_QUANTITY} as available_quantity
      from carts c join cart_lines l on l.cart_id = c.id join (${VARIANT_JOIN}) on v.id = l.variant_id
     where c.id = ${cartId} and l.id = ${id}`;

export const countLines = (cartId: string) =>
  one('cart.countLines', { count: number })`select count(*) from cart_lines where cart_id = ${cartId}`;

/** At least one line. */
export function upsertLines(cartId: string, lines: MergeLine[]) {
  const rows = lines.map(({ id, variantId, quantity, lastShownPriceCents }) => ({
    ...{ id, cartId, variantId, quantity, lastShownPriceCents },
  }));
  return count('cart.upsertLines')`
    insert into cart_lines ${rowsOf(rows)}
    on conflict (cart_id, variant_id)
    do update set quantity = excluded.quantity, last_shown_price_cents = excluded.last_shown_price_cents`;
}

export const deleteLine = (cartId: string, id: string) =>
  first('cart.deleteLine', { id: uuid })`
    delete from cart_lines where id = ${id} and cart_id = ${cartId} returning id`;

export const deleteLines = (cartId: string) =>
  count('cart.deleteLines')`delete from cart_lines where cart_id = ${cartId}`;

/** Codes are stored in upper case; a code that this cart cannot use now counts as unknown. */
export const findUsableDiscountCode = (cartId: string, code: string) =>
  first('cart.findUsableDiscountCode', { id: uuid })`
    select t.id from discount_codes t, carts c
     where c.id = ${cartId} and t.code = upper(${code}) and ${DISCOUNT_CODE_IS_VALID}`;

export const updateSeenPrices = (cartId: string) =>
  count('cart.updateSeenPrices')`
    update cart_lines l set last_shown_price_cents = ${UNIT_PRICE}
      from ${VARIANT_JOIN}
     where l.cart_id = ${cartId} and v.id = l.variant_id and ${UNIT_PRICE} > 0
       and l.last_shown_price_cents <> ${UNIT_PRICE}`;

export const clearEndedDiscountCode = (cartId: string) =>
  count('cart.clearEndedDiscountCode')`
    update carts c set discount_code_id = null
      from discount_codes t
     where c.id = ${cartId} and t.id = c.discount_code_id and not ${DISCOUNT_CODE_IS_VALID}`;

export const findCartId = (owner: Owner) =>
  first('cart.findId', { id: uuid })`select id from carts where ${ownedBy(owner)}`;
