import { number, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, first, sql } from '#platform/database/sql.ts';
import { endOfRetention } from '#platform/retention.ts';

/** Photos that were uploaded for a review that is not written yet: of one customer at a time. */
const UNUSED_MAX = 12;

/** The photos of a review as JSON. */
export const photosOf = (review: Fragment) => sql`(
  select coalesce(json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height) order by f.position), '[]')
    from review_photos f where f.review_id = ${review} and f.removed_at is null)`;

type NewPhoto = { productId: string; userId: string; width: number; height: number };

/** No row if the customer has too many that belong to no review. */
export const insertPhoto = ({ productId, userId, width, height }: NewPhoto) =>
  first('reviews.insertPhoto', { id: uuid, width: number, height: number })`
    insert into review_photos (product_id, user_id, width, height)
    select ${productId}, ${userId}, ${width}::int, ${height}::int
     where (select count(*) from review_photos where user_id = ${userId} and review_id is null) < ${UNUSED_MAX}
    returning id, width, height`;

export const updatePhotoSize = (id: string, { width, height }: { width: number; height: number }) =>
  count('reviews.updatePhotoSize')`
    update review_photos set width = ${width}, height = ${height} where id = ${id}`;

/** Attaches the customer's own of this product that are not about to be deleted. */
export const attachPhotos = (reviewId: string, owner: { productId: string; userId: string }, ids: string[]) =>
  count('reviews.attachPhotos')`
    update review_photos f set review_id = ${reviewId}, position = chosen.place - 1
      from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
     where f.id = chosen.id and f.product_id = ${owner.productId} and f.user_id = ${owner.userId}
       and f.review_id is null and f.removed_at is null and f.created_at > now() - interval '23 hours'`;

export const markPhotoRemoved = (reviewId: string, id: string) =>
  count('reviews.markPhotoRemoved')`
    update review_photos set removed_at = now() where id = ${id} and review_id = ${reviewId} and removed_at is null`;

/** One row if there is one. */
const isPhoto = (condition: Fragment) =>
  count('reviews.isPhoto')`
    select from review_photos f left join reviews r on r.id = f.review_id where f.removed_at is null and ${condition}`;
export const isPublicPhoto = (id: string) => isPhoto(sql`f.id = ${id} and r.status = 'approved'`);
export const isPhotoOf = (id: string, userId: string) => isPhoto(sql`f.id = ${id} and f.user_id = ${userId}`);
export const isReviewPhoto = (id: string) => isPhoto(sql`f.id = ${id} and r.id is not null`);

/**
 * Removed ones, and those of reviews that were not written within a day. An upload inserts its row before it stores the
 * file: younger rows may still get one.
 */
export const listDeletablePhotos = (limit: number) =>
  all('reviews.listDeletablePhotos', { id: uuid })`
    select id from review_photos
     where (review_id is null or removed_at is not null)
       and created_at < case when removed_at is null then ${endOfRetention('unusedReviewPhotos')}
                             else now() - interval '10 minutes' end
     order by created_at limit ${limit}`;

export const deletePhotos = (ids: string[]) =>
  count('reviews.deletePhotos')`delete from review_photos where id = any (${ids}::uuid[])`;
