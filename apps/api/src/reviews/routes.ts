import { reviewMessages } from '@shop/contracts/reviews/messages';
import * as operations from '@shop/contracts/reviews/operations';
import type { HelpfulVote } from '@shop/contracts/reviews/schema';
import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#platform/database/db.ts';
import { number, orNull, uuid } from '#platform/database/row.ts';
import { count, first, one } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { getOwnReview, writeReview } from './service.ts';

export const reviewRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.getOwnReview, { access: 'owner' }, ({ actor, params }) =>
    getOwnReview(app.db, actor, params.product),
  );

  handle(app, operations.createReview, { access: 'owner', rate: 'write' }, ({ actor, params, body }) =>
    writeReview(app.db, actor, params.product, body),
  );

  handle(app, operations.voteHelpful, { access: 'owner', rate: 'cart' }, ({ actor, params, body }) =>
    voteHelpful(app.db, actor, params.id, body),
  );
};

/** One vote for each customer and review, which can be withdrawn. Repeating a vote changes nothing. */
function voteHelpful(db: Db, actor: Actor, reviewId: string, { helpful }: HelpfulVote) {
  return db.transaction(async (tx) => {
    const { id: userId } = await lockActiveUser(tx, actor.id);
    const review = await tx.run(lockApprovedReview(reviewId));
    if (!review) throw new DomainError('not_found', 'review_not_found', reviewMessages.notFound);
    if (review.userId === userId) throw new DomainError('forbidden', 'own_review', reviewMessages.ownVote);

    if (helpful) await tx.run(insertVote(reviewId, { productId: review.productId, userId }));
    else await tx.run(deleteVote(reviewId, userId));
    return { helpful, ...(await tx.run(findHelpfulCount(reviewId))) };
  });
}

/** Locked against its deletion. */
const lockApprovedReview = (id: string) =>
  first('reviews.lockApproved', { productId: uuid, userId: orNull(uuid) })`
    select product_id, user_id from reviews where id = ${id} and status = 'approved' for key share`;

/** A trigger counts the votes. */
const insertVote = (reviewId: string, { productId, userId }: { productId: string; userId: string }) =>
  count('reviews.insertVote')`
    insert into review_votes (review_id, user_id, product_id) values (${reviewId}, ${userId}, ${productId})
    on conflict do nothing`;

const deleteVote = (reviewId: string, userId: string) =>
  count('reviews.deleteVote')`delete from review_votes where review_id = ${reviewId} and user_id = ${userId}`;

/** Of a locked review. */
const findHelpfulCount = (id: string) =>
  one('reviews.findHelpfulCount', { helpfulCount: number })`select helpful_count from reviews where id = ${id}`;
