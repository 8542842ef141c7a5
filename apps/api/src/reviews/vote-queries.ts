import { number, orNull, uuid } from '#platform/database/row.ts';
import { count, first, one } from '#platform/database/sql.ts';

/** Locked against its deletion. */
export const lockApprovedReview = (id: string) =>
  first('reviews.lockApproved', { productId: uuid, userId: orNull(uuid) })`
    select product_id, user_id from reviews where id = ${id} and status = 'approved' for key share`;

/** A trigger counts the votes. */
export const insertVote = (reviewId: string, { productId, userId }: { productId: string; userId: string }) =>
  count('reviews.insertVote')`
    insert into review_votes (review_id, user_id, product_id) values (${reviewId}, ${userId}, ${productId})
    on conflict do nothing`;

export const deleteVote = (reviewId: string, userId: string) =>
  count('reviews.deleteVote')`delete from review_votes where review_id = ${reviewId} and user_id = ${userId}`;

/** Of a locked review. */
export const findHelpfulCount = (id: string) =>
  one('reviews.findHelpfulCount', { helpfulCount: number })`select helpful_count from reviews where id = ${id}`;
