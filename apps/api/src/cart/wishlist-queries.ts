import { bool, number, uuid, VOID } from '#platform/database/row.ts';
import { all, count, one } from '#platform/database/sql.ts';

/** Newest first; published products only. */
export const listWishlistItems = (userId: string) =>
  all('cart.listWishlist', { id: uuid, productId: uuid })`
    select w.id, w.product_id from wishlist_items w join products p on p.id = w.product_id and p.status = 'published'
     where w.user_id = ${userId} order by w.id desc`;

export const isPublished = (productId: string) =>
  one('cart.isPublished', { found: bool })`
    select exists (select from products where id = ${productId} and status = 'published') as found`;

/** Advisory lock until the transaction ends: concurrent additions to one wishlist cannot exceed its limit together. */
export const lockWishlist = (userId: string) =>
  one('cart.lockWishlist', { locked: VOID })`
    select pg_advisory_xact_lock(hashtextextended('wishlist:' || ${userId}, 0)) as locked`;

export const countWishlistItems = (userId: string) =>
  one('cart.countWishlist', { count: number })`select count(*) from wishlist_items where user_id = ${userId}`;

export const insertWishlistItem = (userId: string, productId: string) =>
  count('cart.insertWishlistItem')`
    insert into wishlist_items (user_id, product_id) values (${userId}, ${productId}) on conflict do nothing`;

export const deleteWishlistItem = (userId: string, productId: string) =>
  count('cart.deleteWishlistItem')`
    delete from wishlist_items where user_id = ${userId} and product_id = ${productId}`;

export const deleteWishlistItems = (userId: string) =>
  count('cart.deleteWishlist')`delete from wishlist_items where user_id = ${userId}`;
