import type { Cart } from '@shop/contracts/cart/schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { addToCart, getCart } from '#cart/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { findOrder } from './queries.ts';
import { orderNotFound } from './rules.ts';

/** Adds the items of an order to the cart at current prices, with a notice if not all of them are available. */
export async function reorder(db: Db, actor: Actor, id: string): Promise<Cart> {
  const owner = { userId: actor.id };
  const order = await db.run(findOrder(owner, id));
  if (!order) throw orderNotFound();

  const results: Awaited<ReturnType<typeof tryToAdd>>[] = [];
  for (const { variantId, quantity } of order.lines) results.push(await tryToAdd(db, owner, variantId, quantity));

  if (results.every((result) => result === 'none'))
    throw new DomainError('conflict', 'nothing_available', orderMessages.buyAgainNone);
  const complete = results.every((result) => result === 'all');
  return getCart(db, owner, { notice: complete ? null : orderMessages.buyAgainPartly });
}

async function tryToAdd(db: Db, owner: { userId: string }, variantId: string, quantity: number) {
  try {
    const notice = await addToCart(db, owner, { variantId, quantity });
    return notice === null ? 'all' : 'some';
  } catch (error) {
    if (error instanceof DomainError && error.kind !== 'unauthenticated') return 'none';
    throw error;
  }
}
