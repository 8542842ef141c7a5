import { WISHLIST_MAX } from '@shop/contracts/cart/constants';
import { wishlistMessages } from '@shop/contracts/cart/messages';
import * as operations from '@shop/contracts/cart/operations';
import type { WishlistItem } from '@shop/contracts/cart/schema';
import type { FastifyPluginAsync } from 'fastify';
import { productNotFound, readCards } from '#catalog/service.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, number, uuid, VOID } from '#platform/database/row.ts';
import { all, count, one } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';

/** Every change returns the whole updated list. */
export const wishlistRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const wishlistOf = (userId: string) => getWishlist(app.db, userId);

  handle(app, operations.listWishlistItems, { access: 'owner', rate: 'browse' }, ({ actor }) => wishlistOf(actor.id));

  handle(app, operations.addWishlistItem, { access: 'owner', rate: 'cart' }, async ({ actor, body }) => {
    await addWishlistItem(app.db, actor.id, body.productId);
    return wishlistOf(actor.id);
  });

  handle(app, operations.removeWishlistItem, { access: 'owner', rate: 'cart' }, async ({ actor, params }) => {
    await app.db.run(deleteWishlistItem(actor.id, params.productId));
    return wishlistOf(actor.id);
  });

  handle(app, operations.clearWishlist, { access: 'owner', rate: 'cart' }, async ({ actor }) => {
    await app.db.run(deleteWishlistItems(actor.id));
    return wishlistOf(actor.id);
  });
};

async function getWishlist(db: Db, userId: string): Promise<WishlistItem[]> {
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
async function addWishlistItem(db: Db, userId: string, productId: string) {
  if (!(await db.run(isPublished(productId))).found) throw productNotFound();
  await db.transaction(async (tx) => {
    await lockActiveUser(tx, userId);
    await tx.run(lockWishlist(userId));
    if ((await tx.run(countWishlistItems(userId))).count >= WISHLIST_MAX)
      throw new DomainError('conflict', 'wishlist_full', wishlistMessages.full);
    await tx.run(insertWishlistItem(userId, productId));
  });
}

/** Newest first; published products only. */
const listWishlistItems = (userId: string) =>
  all('cart.listWishlist', { id: uuid, productId: uuid })`
    select w.id, w.product_id from wishlist_items w join products p on p.id = w.product_id and p.status = 'published'
     where w.user_id = ${userId} order by w.id desc`;

const isPublished = (productId: string) =>
  one('cart.isPublished', { found: bool })`
    select exists (select from products where id = ${productId} and status = 'published') as found`;

/** Advisory lock until the transaction ends: concurrent additions to one wishlist cannot exceed its limit together. */
const lockWishlist = (userId: string) =>
  one('cart.lockWishlist', { locked: VOID })`
    select pg_advisory_xact_lock(hashtextextended('wishlist:' || ${userId}, 0)) as locked`;

const countWishlistItems = (userId: string) =>
  one('cart.countWishlist', { count: number })`select count(*) from wishlist_items where user_id = ${userId}`;

const insertWishlistItem = (userId: string, productId: string) =>
  count('cart.insertWishlistItem')`
    insert into wishlist_items (user_id, product_id) values (${userId}, ${productId}) on conflict do nothing`;

const deleteWishlistItem = (userId: string, productId: string) =>
  count('cart.deleteWishlistItem')`
    delete from wishlist_items where user_id = ${userId} and product_id = ${productId}`;

const deleteWishlistItems = (userId: string) =>
  count('cart.deleteWishlist')`delete from wishlist_items where user_id = ${userId}`;
