import type { Db } from '#platform/database/db.ts';
import { reviews } from '#reviews/schema.ts';
import type { DemoReview } from '#sample/demo/generate/reviews.ts';
import { inChunks } from './chunks.ts';

/** Triggers update the ratings of the products. */
export async function insertReviews(tx: Db, written: readonly DemoReview[]) {
  const rows = written.map(({ customer, moderatedAt, ...review }) => ({
    ...review,
    userId: customer.id,
    userName: customer.name,
    updatedAt: moderatedAt ?? review.createdAt,
  }));
  await inChunks(rows, (part) => tx.insert(reviews).values(part));
}
