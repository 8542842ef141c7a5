import { adminReviewMessages } from '@shop/contracts/reviews/admin-messages';
import {
  ADMIN_REVIEWS_SHOWN,
  type AdminReview,
  type AdminReviewQuery,
  type ReplyForm,
  type ReviewDecision,
} from '@shop/contracts/reviews/admin-schema';
import { FITS } from '@shop/contracts/reviews/constants';
import { ReviewStatus } from '@shop/contracts/reviews/schema';
import { z } from 'zod';
import { assertUnchangedSince, record, type UndoableEntry } from '#audit/service.ts';
import { notifyReviewReply } from '#notifications/service.ts';
import { byDate } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, json, number, oneOf, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, and, count, type Fragment, first, one, sql } from '#platform/database/sql.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
import { paginate } from '#platform/http/paging.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { markPhotoRemoved, photosOf } from './photo-queries.ts';
import { changedFields, decisionFor, replyOf, StoredPhoto, staffPhotos } from './rules.ts';

const notFound = () => new DomainError('not_found', 'review_not_found', adminReviewMessages.notFound);

const forStaff = ({ reply, repliedAt, photos, ...review }: ReviewForStaff): AdminReview => ({
  ...withIsoDate(review),
  photos: staffPhotos(photos),
  reply: replyOf({ reply, repliedAt }),
});

export async function browseReviews(db: Db, query: AdminReviewQuery) {
  const rows = await db.run(listForAdmin(query, ADMIN_REVIEWS_SHOWN + 1));
  const { items, next } = paginate(rows, ADMIN_REVIEWS_SHOWN);
  return { reviews: items.map(forStaff), next };
}

export async function getReview(db: Db, id: string) {
  const review = await db.run(findForAdmin(id));
  if (!review) throw notFound();
  return forStaff(review);
}

/** Up to `limit`. */
export async function countReviews(db: Db, { status }: AdminReviewQuery, limit: number) {
  const { count } = await db.run(countByStatus(status, limit));
  return count;
}

export function moderateReview(db: Db, actor: Actor, id: string, decision: ReviewDecision) {
  return db.transaction(async (tx) => {
    const current = await tx.run(lockReview(id));
    if (!current) throw notFound();
    const decided = decisionFor(current, decision);
    const { before, after, isChanged } = changedFields(current, decided);
    if (isChanged) {
      await tx.run(updateReview(id, { ...current, ...decided }));
      await record(tx, actor, { action: 'review.moderate', entity: 'review', entityId: id, before, after });
    }
    return { status: decided.status, ...(decided.reason && { reason: decided.reason }) };
  });
}

/** The author is notified of the first reply; a later one changes what the product page shows. */
export function replyToReview(db: Db, actor: Actor, id: string, { reply: text }: ReplyForm) {
  return db.transaction(async (tx) => {
    const authorId = (await tx.run(findAuthor(id)))?.userId;
    if (authorId) await lockAgainstDeletion(tx, { id: authorId });
    const current = await tx.run(lockReview(id));
    if (!current) throw notFound();
    const reply = text || null;
    if (reply && current.status !== 'approved')
      throw new DomainError('conflict', 'review_not_approved', adminReviewMessages.notApproved);

    const { before, after, isChanged } = changedFields(current, { reply });
    if (isChanged) {
      await tx.run(updateReview(id, { ...current, reply }));
      await record(tx, actor, { action: 'review.reply', entity: 'review', entityId: id, before, after });
      if (reply && !current.reply && authorId) await notifyAuthor(tx, id, authorId, reply);
    }
    return getReview(tx, id);
  });
}

async function notifyAuthor(tx: Db, reviewId: string, userId: string, reply: string) {
  const { product, slug } = await getReview(tx, reviewId);
  await notifyReviewReply(tx, { reviewId, userId, product, slug, reply });
}

/** Its file is deleted as well, so this cannot be undone. */
export function removePhoto(db: Db, actor: Actor, id: string, photoId: string) {
  return db.transaction(async (tx) => {
    if (!(await tx.run(lockReview(id)))) throw notFound();
    if (!(await tx.run(markPhotoRemoved(id, photoId))))
      throw new DomainError('not_found', 'photo_not_found', adminReviewMessages.photoNotFound);
    const before = { photo: photoId };
    await record(tx, actor, {
      action: 'review.remove_photo',
      entity: 'review',
      entityId: id,
      before,
      after: { photo: null },
    });
    await enqueue(tx, 'delete_review_photos', {});
    return getReview(tx, id);
  });
}

export async function undoReviewEntry(tx: Db, actor: Actor, entry: UndoableEntry) {
  const before = await tx.run(lockReview(entry.entityId));
  if (!before) throw notFound();
  assertUnchangedSince(entry, before);
  const after = { ...before, ...entry.before };
  await tx.run(updateReview(entry.entityId, after));
  recordEffect({ kind: 'changed', what: 'review', change: 'updated', count: 1 });
  const changed = changedFields(before, after);
  await record(tx, actor, {
    action: 'review.undo',
    entity: 'review',
    entityId: entry.entityId,
    before: changed.before,
    after: changed.after,
  });
}

const status = oneOf(ReviewStatus.options);
const review = {
  id: uuid,
  productId: uuid,
  product: text,
  slug: text,
  author: text,
  rating: number,
  comment: text,
  status,
  reason: text,
  verifiedBuyer: bool,
  size: orNull(text),
  fit: orNull(oneOf(FITS)),
  photos: json(z.array(StoredPhoto)),
  reply: orNull(text),
  repliedAt: orNull(timestamp),
  helpfulCount: number,
  createdAt: timestamp,
};
type ReviewForStaff = Row<typeof review>;

const reviewsWhere = (condition: Fragment) => sql`
  select r.id, r.product_id, p.name as product, p.slug, r.user_name as author, r.rating_halves / 2.0 as rating,
         r.comment, r.status, r.rejection_reason as reason, r.verified_buyer, r.size_bought as size, r.fit,
         ${photosOf(sql`r.id`)} as photos, r.reply, r.replied_at, r.helpful_count, r.created_at
    from reviews r join products p on p.id = r.product_id
   where ${condition}`;

function listForAdmin({ status: shown, ...page }: AdminReviewQuery, limit: number) {
  const { order, isAfter } = byDate(sql`r.id`, page);
  const condition = and(shown !== 'all' && sql`r.status = ${shown}`, sql`${isAfter}`);
  return all('reviews.listForAdmin', review)`${reviewsWhere(condition)} order by ${order} limit ${limit}`;
}

const findForAdmin = (id: string) => first('reviews.findForAdmin', review)`${reviewsWhere(sql`r.id = ${id}`)}`;

/** Up to `limit`. */
const countByStatus = (shown: AdminReviewQuery['status'], limit: number) =>
  one('reviews.count', { count: number })`
    select count(*)
      from (select id from reviews where ${and(shown !== 'all' && sql`status = ${shown}`)} limit ${limit}) counted`;

/** The author, to be locked before the review. */
const findAuthor = (id: string) =>
  first('reviews.findAuthor', { userId: orNull(uuid) })`select user_id from reviews where id = ${id}`;

const moderated = { status, reason: text, reply: orNull(text) };

/** What staff can change. */
const lockReview = (id: string) =>
  first('reviews.lock', moderated)`
    select status, rejection_reason as reason, reply from reviews where id = ${id} for update`;

/** A changed reply is dated again. A trigger updates the product's rating. */
const updateReview = (id: string, { status, reason, reply }: Row<typeof moderated>) =>
  count('reviews.update')`
    update reviews
       set status = ${status}, rejection_reason = ${reason}, reply = ${reply},
           replied_at = case when ${reply}::text is null then null
                             when reply is not distinct from ${reply}::text then replied_at else now() end
     where id = ${id}`;
