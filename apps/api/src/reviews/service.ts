import { reviewMessages } from '@shop/contracts/reviews/messages';
import type { NewReview, OwnReview } from '@shop/contracts/reviews/schema';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { findOwnReview, insertReview } from './queries.ts';

export { countReviews } from './admin.ts';

export async function getOwnReview(db: Db, actor: Actor, productId: string): Promise<OwnReview> {
  const { received = false, review = null } = (await findOwnReview(db, productId, actor.id)) ?? {};
  return { canReview: received && review === null, review: review && withIsoDate(review) };
}

export async function writeReview(db: Db, actor: Actor, productId: string, review: NewReview) {
  const isStored = await db
    .transaction(async (tx) => insertReview(tx, productId, await lockActiveUser(tx, actor.id), review))
    .catch((error) => {
      if (!violatesConstraint(error, 'reviews_one_per_customer')) throw error;
      throw new DomainError('conflict', 'already_reviewed', reviewMessages.already);
    });
  if (!isStored) throw new DomainError('forbidden', 'not_a_verified_buyer', reviewMessages.onlyVerifiedBuyers);
  return getOwnReview(db, actor, productId);
}
