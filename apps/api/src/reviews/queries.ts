import { type Fit, REVIEW_INVITATION_DAYS } from '@shop/contracts/reviews/constants';
import type { NewReview } from '@shop/contracts/reviews/schema';
import { z } from 'zod';
import { json, list, orNull, present, text, uuid } from '#platform/database/row.ts';
import { all, one, sql } from '#platform/database/sql.ts';
import { photosOf } from './photo-queries.ts';
import { OptionValues, StoredReview } from './rules.ts';

/** More of them do not change what can be reviewed. */
const LINES_MAX = 50;
const VOTES_MAX = 500;

const ownReview = { lines: json(z.array(OptionValues)), review: orNull(json(StoredReview)), helpful: list(text) };

/**
 * The options of the lines of delivered orders with the product, the latest first: a customer with any is a verified
 * buyer. And the customer's review and votes.
 */
export const findOwnReview = (productId: string, userId: string) =>
  one('reviews.findOwn', ownReview)`
    select to_json(array(
             select l.option_values from orders o join order_lines l on l.order_id = o.id
              where o.user_id = ${userId} and o.status = 'delivered' and l.product_id = ${productId}
              order by o.id desc, l.id limit ${LINES_MAX})) as lines,
           (select json_build_object(
                     'id', r.id, 'rating', r.rating_halves / 2.0, 'comment', r.comment, 'status', r.status,
                     'reason', r.rejection_reason, 'size', r.size_bought, 'fit', r.fit, 'reply', r.reply,
                     'repliedAt', r.replied_at, 'photos', ${photosOf(sql`r.id`)}, 'createdAt', r.created_at)
              from reviews r where r.product_id = ${productId} and r.user_id = ${userId}) as review,
           array(select review_id from review_votes
                  where user_id = ${userId} and product_id = ${productId} limit ${VOTES_MAX})::text[] as helpful`;

type Author = { id: string; name: string };
type SizeAndFit = { size: string | null; fit: Fit | null };

/** Photos always wait for moderation. A trigger updates the product's rating. */
export const insertReview = (
  productId: string,
  author: Author,
  { rating, comment, size, fit, photos = [] }: Omit<NewReview, 'size' | 'fit'> & SizeAndFit,
) =>
  one('reviews.insert', { id: uuid })`
    insert into reviews (product_id, user_id, user_name, rating_halves, comment, size_bought, fit, status)
    select ${productId}, ${author.id}, ${author.name}, ${rating * 2}::smallint, ${comment}, ${size}, ${fit},
           case when reviews_need_approval or ${photos.length > 0} then 'pending' else 'approved' end
      from store_settings
    returning id`;

const SINCE = sql`now() - make_interval(days => ${REVIEW_INVITATION_DAYS})`;

/**
 * Orders of accounts delivered some days ago without an invitation so far, with the products not reviewed yet. After
 * an outage the worker has three more days to catch up.
 */
export const listUninvited = (limit: number) =>
  all('reviews.listUninvited', {
    orderId: uuid,
    userId: uuid,
    products: list(text),
    slug: present(text, 'of one product at least'),
  })`
    select o.id as order_id, u.id as user_id, array_agg(distinct p.name) as products,
           (array_agg(p.slug order by p.name))[1] as slug
      from (select distinct order_id from order_status_history
             where to_status = 'delivered' and created_at between ${SINCE} - interval '3 days' and ${SINCE}) arrived
      join orders o on o.id = arrived.order_id and o.status = 'delivered'
      join users u on u.id = o.user_id and u.deleted_at is null and u.guest_email is null
      join order_lines l on l.order_id = o.id
      join products p on p.id = l.product_id and p.status = 'published'
     where not exists (select from email_messages m where m.order_id = o.id and m.kind = 'review_invitation')
       and not exists (select from reviews r where r.product_id = p.id and r.user_id = u.id)
     group by o.id, u.id limit ${limit}`;
