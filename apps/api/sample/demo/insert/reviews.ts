import type { Db } from '#platform/database/db.ts';
import { count, rowsOf } from '#platform/database/sql.ts';
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
  await inChunks(tx, rows, (part) => count('demo.insertReviews')`insert into reviews ${rowsOf(part)}`);
  const votes = written.flatMap(({ id, productId, voters }) =>
    voters.map((voter) => ({ reviewId: id, productId, userId: voter.id })),
  );
  await inChunks(tx, votes, (part) => count('demo.insertVotes')`insert into review_votes ${rowsOf(part)}`);
}
