import { and, desc, eq, sql } from 'drizzle-orm';
import { products } from '#catalog/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { wishlistItems } from './schema.ts';

/** Newest first; published products only. */
export const listWishlistItems = (db: Db, userId: string) =>
  db
    .select({ id: wishlistItems.id, productId: wishlistItems.productId })
    .from(wishlistItems)
    .innerJoin(products, and(eq(products.id, wishlistItems.productId), eq(products.status, 'published')))
    .where(eq(wishlistItems.userId, userId))
    .orderBy(desc(wishlistItems.id));

export const isPublished = async (db: Db, productId: string) =>
  (await db.$count(products, and(eq(products.id, productId), eq(products.status, 'published')))) > 0;

/** Advisory lock until the transaction ends: concurrent additions to one wishlist cannot exceed its limit together. */
export const lockWishlist = (tx: Db, userId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('wishlist:' || ${userId}, 0))`);

export const countWishlistItems = (db: Db, userId: string) =>
  db.$count(wishlistItems, eq(wishlistItems.userId, userId));

export const insertWishlistItem = (db: Db, userId: string, productId: string) =>
  db.insert(wishlistItems).values({ userId, productId }).onConflictDoNothing();

export const deleteWishlistItem = (db: Db, userId: string, productId: string) =>
  db.delete(wishlistItems).where(and(eq(wishlistItems.userId, userId), eq(wishlistItems.productId, productId)));

export const deleteWishlistItems = (db: Db, userId: string) =>
  db.delete(wishlistItems).where(eq(wishlistItems.userId, userId));
