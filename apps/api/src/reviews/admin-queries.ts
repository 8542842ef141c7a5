import type { AdminReviewQuery } from '@shop/contracts/reviews/admin-schema';
import { FITS } from '@shop/contracts/reviews/constants';
import { ReviewStatus } from '@shop/contracts/reviews/schema';
import { z } from 'zod';
import { bool, json, number, oneOf, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { byDate } from '#platform/database/sort-direction.ts';
import { all, and, count, type Fragment, first, one, sql } from '#platform/database/sql.ts';
import { photosOf } from './photo-queries.ts';
import { StoredPhoto } from './rules.ts';

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
export type ReviewForStaff = Row<typeof review>;

const reviewsWhere = (condition: Fragment) => sql`
  select r.id, r.product_id, p.name as product, p.slug, r.user_name as author, r.rating_halves / 2.0 as rating,
         r.comment, r.status, r.rejection_reason as reason, r.verified_buyer, r.size_bought as size, r.fit,
         ${photosOf(sql`r.id`)} as photos, r.reply, r.replied_at, r.helpful_count, r.created_at
    from reviews r join products p on p.id = r.product_id
   where ${condition}`;

export function listForAdmin({ status: shown, ...page }: AdminReviewQuery, limit: number) {
  const { order, isAfter } = byDate(sql`r.id`, page);
  const condition = and(shown !== 'all' && sql`r.status = ${shown}`, sql`${isAfter}`);
  return all('reviews.listForAdmin', review)`${reviewsWhere(condition)} order by ${order} limit ${limit}`;
}

export const findForAdmin = (id: string) => first('reviews.findForAdmin', review)`${reviewsWhere(sql`r.id = ${id}`)}`;

/** Up to `limit`. */
export const countByStatus = (shown: AdminReviewQuery['status'], limit: number) =>
  one('reviews.count', { count: number })`
    select count(*)
      from (select id from reviews where ${and(shown !== 'all' && sql`status = ${shown}`)} limit ${limit}) counted`;

/** The author, to be locked before the review. */
export const findAuthor = (id: string) =>
  first('reviews.findAuthor', { userId: orNull(uuid) })`select user_id from reviews where id = ${id}`;

const moderated = { status, reason: text, reply: orNull(text) };

/** What staff can change. */
export const lockReview = (id: string) =>
  first('reviews.lock', moderated)`
    select status, rejection_reason as reason, reply from reviews where id = ${id} for update`;

/** A changed reply is dated again. A trigger updates the product's rating. */
export const updateReview = (id: string, { status, reason, reply }: Row<typeof moderated>) =>
  count('reviews.update')`
    update reviews
       set status = ${status}, rejection_reason = ${reason}, reply = ${reply},
           replied_at = case when ${reply}::text is null then null
                             when reply is not distinct from ${reply}::text then replied_at else now() end
     where id = ${id}`;
