import { WISHLIST_MAX } from '@shop/contracts/cart/constants';
import { wishlistMessages } from '@shop/contracts/cart/messages';
import type { WishlistItem } from '@shop/contracts/cart/schema';
import { productNotFound, readCards } from '#catalog/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import {
  countWishlistItems,
  insertWishlistItem,
  isPublished,
  listWishlistItems,
  lockWishlist,
} from './wishlist-queries.ts';

export async function getWishlist(db: Db, userId: string): Promise<WishlistItem[]> {
  const items = await db.run(listWishlistItems(userId));
  const cards = await readCards(
    db,
    items.map(({ productId }) => productId),
  );
  const products = new Map(cards.map((product) => [product.id, product]));
  return items.flatMap((item) => {
    const product = products.get(item.productId);
    return product ? [{ ...item, product }] : [];
  });
}

/** A product that is already on the list stays unchanged. */
export async function addWishlistItem(db: Db, userId: string, productId: string) {
  if (!(await db.run(isPublished(productId))).found) throw productNotFound();
  await db.transaction(async (tx) => {
    await lockActiveUser(tx, userId);
    await tx.run(lockWishlist(userId));
    if ((await tx.run(countWishlistItems(userId))).count >= WISHLIST_MAX)
      throw new DomainError('conflict', 'wishlist_full', wishlistMessages.full);
    await tx.run(insertWishlistItem(userId, productId));
  });
}
