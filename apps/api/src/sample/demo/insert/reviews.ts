import type { Db } from '#platform/database/db.ts';
import { reviews, reviewVotes } from '#reviews/schema.ts';
import type { DemoReview, DemoReviewDetails } from '#sample/demo/generate/reviews.ts';
import { inChunks } from './chunks.ts';

/** Triggers update the ratings of the products, and count the votes. */
export async function insertReviews(tx: Db, written: readonly (DemoReview & DemoReviewDetails)[]) {
  const rows = written.map(({ customer, moderatedAt, voters: _voters, ...review }) => ({
    ...review,
    userId: customer.id,
    userName: customer.name,
    updatedAt: moderatedAt ?? review.createdAt,
  }));
  await inChunks(rows, (part) => tx.insert(reviews).values(part));
  const votes = written.flatMap(({ id, productId, voters }) =>
    voters.map((voter) => ({ reviewId: id, productId, userId: voter.id })),
  );
  await inChunks(votes, (part) => tx.insert(reviewVotes).values(part));
}
