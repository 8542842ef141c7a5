import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { endOfRetention } from '#platform/retention.ts';
import type { StoredPhoto } from './rules.ts';

/** Photos that were uploaded for a review that is not written yet: of one customer at a time. */
const UNUSED_MAX = 12;

/** The photos of a review as JSON. */
export const photosOf = (review: SQL) => sql`(
  select coalesce(json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height) order by f.position), '[]')
    from review_photos f where f.review_id = ${review} and f.removed_at is null)`;

type NewPhoto = { productId: string; userId: string; width: number; height: number };

/** Undefined if the customer has too many that belong to no review. */
export async function insertPhoto(tx: Db, { productId, userId, width, height }: NewPhoto) {
  const { rows } = await tx.execute<StoredPhoto>(sql`
    insert into review_photos (product_id, user_id, width, height)
    select ${productId}, ${userId}, ${width}::int, ${height}::int
     where (select count(*) from review_photos where user_id = ${userId} and review_id is null) < ${UNUSED_MAX}
    returning id, width, height`);
  return rows[0];
}

export const updatePhotoSize = (tx: Db, id: string, { width, height }: { width: number; height: number }) =>
  tx.execute(sql`update review_photos set width = ${width}, height = ${height} where id = ${id}`);

/** Returns how many were attached: the customer's own of this product that are not about to be deleted. */
export async function attachPhotos(
  tx: Db,
  reviewId: string,
  owner: { productId: string; userId: string },
  ids: string[],
) {
  const { rowCount } = await tx.execute(sql`
    update review_photos f set review_id = ${reviewId}, position = chosen.place - 1
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as chosen (id, place)
     where f.id = chosen.id and f.product_id = ${owner.productId} and f.user_id = ${owner.userId}
       and f.review_id is null and f.removed_at is null and f.created_at > now() - interval '23 hours'`);
  return rowCount ?? 0;
}

export async function markPhotoRemoved(tx: Db, reviewId: string, id: string) {
  const { rowCount } = await tx.execute(sql`
    update review_photos set removed_at = now() where id = ${id} and review_id = ${reviewId} and removed_at is null`);
  return Boolean(rowCount);
}

const isPhoto = async (db: Db, condition: SQL) => {
  const { rowCount } = await db.execute(sql`
    select from review_photos f left join reviews r on r.id = f.review_id where f.removed_at is null and ${condition}`);
  return Boolean(rowCount);
};
export const isPublicPhoto = (db: Db, id: string) => isPhoto(db, sql`f.id = ${id} and r.status = 'approved'`);
export const isPhotoOf = (db: Db, id: string, userId: string) =>
  isPhoto(db, sql`f.id = ${id} and f.user_id = ${userId}`);
export const isReviewPhoto = (db: Db, id: string) => isPhoto(db, sql`f.id = ${id} and r.id is not null`);

/**
 * Removed ones, and those of reviews that were not written within a day. An upload inserts its row before it stores the
 * file: younger rows may still get one.
 */
export async function listDeletablePhotos(db: Db, limit: number) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from review_photos
     where (review_id is null or removed_at is not null)
       and created_at < case when removed_at is null then ${endOfRetention('unusedReviewPhotos')}
                             else now() - interval '10 minutes' end
     order by created_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

export const deletePhotos = (db: Db, ids: string[]) =>
  db.execute(sql`delete from review_photos where id = any (${sql.param(ids)}::uuid[])`);
