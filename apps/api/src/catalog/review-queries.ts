import { Review } from '@shop/contracts/catalog/schema';
import { PRODUCT_REVIEW_PHOTOS, type ReviewSort, reviewPhotoUrl } from '@shop/contracts/reviews/constants';
import { z } from 'zod';
import { isoTimestamp } from '#platform/database/columns.ts';
import { json } from '#platform/database/row.ts';
import { all, type Fragment, raw, sql, when } from '#platform/database/sql.ts';
import type { Cursor } from './rules.ts';

const [BEFORE_ID, AFTER_ID] = reviewPhotoUrl('*')
  .split('*')
  .map((part) => raw(`'${part}'`));
const PHOTO = sql`'id', f.id, 'url', ${BEFORE_ID} || f.id || ${AFTER_ID}, 'width', f.width, 'height', f.height`;

/**
 * A review `r` as JSON. No user id: it would reveal when the account was created, and link all reviews of one customer.
 */
export const REVIEW = sql`json_build_object(
  'id', r.id, 'userId', null, 'userName', r.user_name, 'rating', (r.rating_halves / 2.0)::float8,
  'comment', r.comment, 'verifiedBuyer', r.verified_buyer, 'size', r.size_bought, 'fit', r.fit,
  'reply', case when r.reply is not null
                then json_build_object('text', r.reply, 'createdAt', ${isoTimestamp(raw('r.replied_at'))}) end,
  'helpfulCount', r.helpful_count,
  'photos', coalesce(case when r.photo_count > 0 then (
    select json_agg(json_build_object(${PHOTO}) order by f.position)
      from review_photos f where f.review_id = r.id and f.removed_at is null) end, '[]'),
  'createdAt', ${isoTimestamp(raw('r.created_at'))})`;

/** The sizes of a product `p` that approved reviews are about: each is one lookup in an index. */
export const REVIEW_SIZES = sql`(
  select coalesce(json_agg(value.size order by option.place, value.place), '[]')
    from jsonb_array_elements(p.options) with ordinality option (item, place),
         jsonb_array_elements_text(option.item -> 'values') with ordinality value (size, place)
   where exists (select from reviews s
                  where s.product_id = p.id and s.size_bought = value.size and s.status = 'approved'))`;

const PHOTOS_SHOWN = raw(`${PRODUCT_REVIEW_PHOTOS}`);

/** The newest photos of a product `p`. */
export const REVIEW_PHOTOS = sql`(
  select coalesce(json_agg(json_build_object(${PHOTO}, 'userName', f.user_name)), '[]')
    from (select f.id, f.width, f.height, r.user_name
            from (select id, user_name, created_at from reviews
                   where product_id = p.id and status = 'approved' and photo_count > 0
                   order by created_at desc, id desc limit ${PHOTOS_SHOWN}) r
            join review_photos f on f.review_id = r.id and f.removed_at is null
           order by r.created_at desc, r.id desc, f.position limit ${PHOTOS_SHOWN}) f)`;

type ReviewFilter = { photos?: 'true'; size?: string };
type ReviewPage = { sortBy: ReviewSort; limit: number; after?: Cursor };

/** Microseconds. */
const CREATED = sql`(extract(epoch from r.created_at) * 1000000)::bigint::text`;
const createdAt = (microseconds: string | undefined) =>
  sql`coalesce(timestamptz 'epoch' + ${microseconds ?? null}::float8 * interval '1 microsecond', 'infinity')`;
const idOf = (after: Cursor | undefined) => sql`coalesce(${after?.id ?? null}::uuid, ${LAST_ID}::uuid)`;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The sort values of a cursor, and the condition and order of the reviews after it; each order has an index. */
const SORTS: Record<ReviewSort, (after?: Cursor) => { values: Fragment; after: Fragment; order: Fragment }> = {
  newest: (after) => ({
    values: sql`array[${CREATED}]`,
    after: sql`(r.created_at, r.id) < (${createdAt(after?.values[0])}, ${idOf(after)})`,
    order: sql`r.created_at desc, r.id desc`,
  }),
  helpful: (after) => ({
    values: sql`array[r.helpful_count::text, ${CREATED}]`,
    after: sql`(r.helpful_count, r.created_at, r.id)
               < (coalesce(${after?.values[0] ?? null}::bigint, ${VOTES_MAX}), ${createdAt(after?.values[1])}, ${idOf(after)})`,
    order: sql`r.helpful_count desc, r.created_at desc, r.id desc`,
  }),
};
const VOTES_MAX = 2 ** 31;

const listed = { review: json(Review), sortValues: json(z.array(z.string())) };
const WITH_PHOTOS = raw('and r.photo_count > 0');

/** After the cursor. */
export function listReviews(productId: string, { photos, size }: ReviewFilter, { sortBy, limit, after }: ReviewPage) {
  const sort = SORTS[sortBy](after);
  return all('storefront.listReviews', listed, { prepare: true })`
    select ${REVIEW} as review, to_json(${sort.values}) as sort_values
      from reviews r
     where r.product_id = ${productId} and r.status = 'approved'
       ${when(photos, WITH_PHOTOS)} ${when(size !== undefined, sql`and r.size_bought = ${size}`)}
       and ${sort.after}
     order by ${sort.order}
     limit ${limit}`;
}
