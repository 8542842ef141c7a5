import { reviewMessages } from '@shop/contracts/reviews/messages';
import type { HelpfulVote } from '@shop/contracts/reviews/schema';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { deleteVote, findHelpfulCount, insertVote, lockApprovedReview } from './vote-queries.ts';

/** One vote for each customer and review, which can be withdrawn. Repeating a vote changes nothing. */
export function voteHelpful(db: Db, actor: Actor, reviewId: string, { helpful }: HelpfulVote) {
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
