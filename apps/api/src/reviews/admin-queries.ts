import type { AdminReview, AdminReviewQuery } from '@shop/contracts/reviews/admin-schema';
import { and, eq, sql } from 'drizzle-orm';
import { products } from '#catalog/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { byDate } from '#platform/database/sort-direction.ts';
import { reviews } from './schema.ts';

export function listForAdmin(db: Db, { status, ...page }: AdminReviewQuery, limit: number) {
  const { order, isAfter } = byDate(reviews.id, page);
  return db
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
    .where(and(status === 'all' ? undefined : eq(reviews.status, status), isAfter))
    .orderBy(order)
    .limit(limit);
}

/** Up to `limit`. */
export async function countByStatus(db: Db, status: AdminReviewQuery['status'], limit: number) {
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
