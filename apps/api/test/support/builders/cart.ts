/** Shoppers with a cart, and variants to add to it. */

import { CART_COOKIE, CART_LINES_MAX } from '@shop/contracts/cart/constants';
import { Cart } from '@shop/contracts/cart/schema';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { TestStore } from '#test/harness.ts';

/** The Set-Cookie header of the cart cookie, if the response has one. */
export const cartCookieOf = ({ headers }: LightMyRequestResponse) =>
  [headers['set-cookie'] ?? []].flat().find((line) => line.startsWith(`${CART_COOKIE}=`));

/** A guest whose client stores the cart cookie like a browser. */
export function aGuest({ guest }: Pick<TestStore, 'guest'>, headers: Record<string, string> = {}) {
  let cookie = '';
  const sent = () => ({ ...headers, ...(cookie && { cookie }) });
  const storeCookie = (response: LightMyRequestResponse) => {
    const line = cartCookieOf(response);
    if (line) cookie = line.includes('Max-Age=0') ? '' : (line.split(';')[0] ?? '');
    return response;
  };
  return {
    cookie: () => cookie,
    get: async (url: string) => storeCookie(await guest.get(url, sent())),
    post: async (url: string, body?: InjectOptions['payload']) => storeCookie(await guest.post(url, body, sent())),
    put: async (url: string, body?: InjectOptions['payload']) => storeCookie(await guest.put(url, body, sent())),
    delete: async (url: string) => storeCookie(await guest.delete(url, undefined, sent())),
  };
}

export async function aVariant(
  { aProduct, sql }: Pick<TestStore, 'aProduct' | 'sql'>,
  product: Parameters<TestStore['aProduct']>[0] = {},
) {
  const { id: productId, slug } = await aProduct({ quantities: [10], ...product });
  const { rows } = await sql.query<{ id: string }>('select id from variants where product_id = $1 order by position', [
    productId,
  ]);
  const variantIds = rows.map(({ id }) => id);
  return { productId, slug, variantIds, variantId: variantIds[0] ?? '' };
}

/** Gives a customer without a cart one with as many lines as a cart can have. */
export async function aFullCart(shop: Pick<TestStore, 'aProduct' | 'sql'>, userId: string) {
  const { productId } = await aVariant(shop, { quantities: Array(CART_LINES_MAX).fill(1) });
  await shop.sql.query(
    `with cart as (insert into carts (user_id) values ($1) returning id)
     insert into cart_lines (cart_id, variant_id, quantity, last_shown_price_cents)
     select cart.id, v.id, 1, 1000 from cart, variants v where v.product_id = $2`,
    [userId, productId],
  );
}

export const cartIn = (response: LightMyRequestResponse) => Cart.parse(response.json());

/** Variant id and quantity of each cart item. */
export const contents = ({ items }: Cart) => items.map(({ variantId, quantity }) => [variantId, quantity]);
