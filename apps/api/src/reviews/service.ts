import type { NewReview, OwnReview } from '@shop/contracts/reviews/schema';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { attachAll } from './photos.ts';
import { findOwnReview, insertReview } from './queries.ts';
import { alreadyReviewed, assertCanReview, canReview, ownReview, sizeAndFitOf, sizesOf } from './rules.ts';

export { countReviews } from './admin.ts';

export async function getOwnReview(db: Db, actor: Actor, productId: string): Promise<OwnReview> {
  const own = await db.run(findOwnReview(productId, actor.id));
  return {
    canReview: canReview(own),
    sizes: sizesOf(own.lines),
    helpful: own.helpful,
    review: own.review && ownReview(own.review),
  };
}

/** Only a verified buyer's is stored, with the size on the order and the photos uploaded before. */
export async function writeReview(db: Db, actor: Actor, productId: string, review: NewReview) {
  await db
    .transaction(async (tx) => {
      const author = await lockActiveUser(tx, actor.id);
      const own = await tx.run(findOwnReview(productId, author.id));
      assertCanReview(own);
      const sizeAndFit = sizeAndFitOf(review, sizesOf(own.lines));
      const { id } = await tx.run(insertReview(productId, author, { ...review, ...sizeAndFit }));
      await attachAll(tx, id, { productId, userId: author.id }, review.photos ?? []);
    })
    .catch((error) => {
      throw violatesConstraint(error, 'reviews_one_per_customer') ? alreadyReviewed() : error;
    });
  return getOwnReview(db, actor, productId);
}
