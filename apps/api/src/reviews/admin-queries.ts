import type { AdminReview, AdminReviewQuery } from '@shop/contracts/reviews/admin-schema';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { products } from '#catalog/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { byDate } from '#platform/database/sort-direction.ts';
import { photosOf } from './photo-queries.ts';
import type { StoredPhoto } from './rules.ts';
import { reviews } from './schema.ts';

const selectReviews = (db: Db, condition: SQL | undefined) =>
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
      reason: reviews.rejectionReason,
      verifiedBuyer: reviews.verifiedBuyer,
      size: reviews.sizeBought,
      fit: reviews.fit,
      photos: sql<StoredPhoto[]>`${photosOf(sql`${reviews.id}`)}`,
      reply: reviews.reply,
      repliedAt: reviews.repliedAt,
      helpfulCount: reviews.helpfulCount,
      createdAt: reviews.createdAt,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(condition)
    .$dynamic();

export function listForAdmin(db: Db, { status, ...page }: AdminReviewQuery, limit: number) {
  const { order, isAfter } = byDate(reviews.id, page);
  const condition = and(status === 'all' ? undefined : eq(reviews.status, status), isAfter);
  return selectReviews(db, condition).orderBy(order).limit(limit);
}

export async function findForAdmin(db: Db, id: string) {
  const [review] = await selectReviews(db, eq(reviews.id, id));
  return review;
}

/** Up to `limit`. */
export async function countByStatus(db: Db, status: AdminReviewQuery['status'], limit: number) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count
      from (select id from reviews where ${status === 'all' ? sql`true` : sql`status = ${status}`} limit ${limit}) counted`);
  return rows[0]?.count ?? 0;
}

/** The author, to be locked before the review. */
export async function findAuthorId(tx: Db, id: string) {
  const [review] = await tx.select({ userId: reviews.userId }).from(reviews).where(eq(reviews.id, id));
  return review?.userId ?? undefined;
}

const MODERATED = { status: reviews.status, reason: reviews.rejectionReason, reply: reviews.reply };

/** What staff can change. */
export async function lockReview(tx: Db, id: string) {
  const [review] = await tx.select(MODERATED).from(reviews).where(eq(reviews.id, id)).for('update');
  return review;
}

type Moderated = { status: AdminReview['status']; reason: string; reply: string | null };

/** A trigger updates the product's rating. */
export const updateReview = (tx: Db, id: string, { status, reason, reply }: Moderated) =>
  tx
    .update(reviews)
    .set({
      status,
      rejectionReason: reason,
      reply,
      // A changed reply is dated again.
      repliedAt: sql`case when ${reply}::text is null then null
                          when reply is not distinct from ${reply}::text then replied_at else now() end`,
    })
    .where(eq(reviews.id, id));
