import type { AdminReview } from '@shop/contracts/reviews/admin-schema';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { products } from '#catalog/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { reviews } from './schema.ts';

type ReviewFilter = { status: AdminReview['status'] | 'all'; after?: string; limit: number };

/** Newest first: ids are time-ordered. */
export const listForAdmin = (db: Db, { status, after, limit }: ReviewFilter) =>
  db
    .select({
      id: reviews.id,
      productId: reviews.productId,
      product: products.name,
      slug: products.slug,
      author: reviews.userName,
      rating: sql`${reviews.ratingHalves} / 2.0`.mapWith(Number),
      comment: reviews.comment,
      status: reviews.status,
      createdAt: reviews.createdAt,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(and(status === 'all' ? undefined : eq(reviews.status, status), after ? lt(reviews.id, after) : undefined))
    .orderBy(desc(reviews.id))
    .limit(limit);

/** Up to `limit`. */
export async function countByStatus(db: Db, status: ReviewFilter['status'], limit: number) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count
      from (select id from reviews where ${status === 'all' ? sql`true` : sql`status = ${status}`} limit ${limit}) counted`);
  return rows[0]?.count ?? 0;
}

export async function lockReview(tx: Db, id: string) {
  const [review] = await tx.select({ status: reviews.status }).from(reviews).where(eq(reviews.id, id)).for('update');
  return review;
}

/** A trigger updates the product's rating. */
export const updateStatus = (tx: Db, id: string, status: AdminReview['status']) =>
  tx.update(reviews).set({ status }).where(eq(reviews.id, id));
