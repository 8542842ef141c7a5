import type { IncomingHttpHeaders } from 'node:http';
import { cartMessages } from '@shop/contracts/cart/messages';
import type { Cart, NewCartItem } from '@shop/contracts/cart/schema';
import type { Db } from '#platform/database/db.ts';
import { changeCart } from './change-cart.ts';
import { countLines, listVariants, upsertCart, upsertLines } from './change-queries.ts';
import { subtractLines } from './checkout-queries.ts';
import { findCart, findGuestCount } from './queries.ts';
import {
  assertRoom,
  type CartView,
  capToStock,
  cartOf,
  chosenVariant,
  guestToken,
  guestTokenHash,
  type Owner,
} from './rules.ts';

export { findCheckoutCart, findShortestLine, lockCart } from './checkout-queries.ts';

/** Never writes: without a cart it returns an empty one. */
export async function getCart(db: Db, owner: Owner, view: Omit<CartView, 'now'> = {}): Promise<Cart> {
  const row = await db.run(findCart(owner));
  if (!row) throw new Error('The store settings are missing.');
  return cartOf(row, { ...view, now: new Date() });
}

/** Returns a notice for the shopper if not all of it could be added. */
export const addToCart = (db: Db, owner: Owner, { quantity: more, ...selection }: NewCartItem) =>
  changeCart(db, owner, async (tx) => {
    const cart = await tx.run(upsertCart(owner));
    const { variantId, inCart, availableQuantity, unitPriceCents } = chosenVariant(
      await tx.run(listVariants(cart.id, selection)),
    );
    if (inCart === 0) assertRoom((await tx.run(countLines(cart.id))).count + 1);

    const { quantity, notice } = capToStock(inCart + more, availableQuantity, cartMessages.unavailable);
    await tx.run(upsertLines(cart.id, [{ variantId, quantity, lastShownPriceCents: unitPriceCents }]));
    return notice;
  });

/** For the page header of a guest. */
export async function countGuestCart(db: Db, headers: IncomingHttpHeaders) {
  const token = guestToken(headers.cookie);
  return token === undefined ? 0 : (await db.run(findGuestCount(guestTokenHash(token)))).count;
}

/** Items added since the checkout stay. For callers that hold the cart's lock. */
export const removeBought = (cartId: string, lines: { variantId: string; quantity: number }[]) =>
  subtractLines(cartId, lines);
