import { REVIEW_INVITATION_DAYS } from '@shop/contracts/reviews/constants';
import type { NewReview } from '@shop/contracts/reviews/schema';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

/** Verified buyer: has a delivered order with the product. */
const received = (productId: string, userId: string): SQL => sql`exists (
  select from orders o join order_lines l on l.order_id = o.id
   where o.user_id = ${userId} and o.status = 'delivered' and l.product_id = ${productId})`;

export async function findOwnReview(db: Db, productId: string, userId: string) {
  const { rows } = await db.execute<{
    received: boolean;
    review: {
      id: string;
      rating: number;
      comment: string;
      status: 'pending' | 'approved' | 'rejected';
      createdAt: string;
    } | null;
  }>(sql`
    select ${received(productId, userId)} as received,
           (select json_build_object('id', id, 'rating', rating_halves / 2.0, 'comment', comment, 'status', status,
                                     'createdAt', created_at)
              from reviews where product_id = ${productId} and user_id = ${userId}) as review`);
  return rows[0];
}

type Author = { id: string; name: string };

/** Returns whether it was stored: only a verified buyer's is. A trigger updates the product's rating. */
export async function insertReview(tx: Db, productId: string, { id, name }: Author, { rating, comment }: NewReview) {
  const { rowCount } = await tx.execute(sql`
    insert into reviews (product_id, user_id, user_name, rating_halves, comment, status)
    select ${productId}, ${id}, ${name}, ${rating * 2}::smallint, ${comment},
           case when reviews_need_approval then 'pending' else 'approved' end
      from store_settings where ${received(productId, id)}`);
  return Boolean(rowCount);
}

type Invitation = { orderId: string; userId: string; products: string[]; slug: string };

/**
 * Orders delivered some days ago without an invitation so far, with the products the customer has not reviewed. After
 * an outage the worker has three more days to catch up.
 */
export async function listUninvited(db: Db, limit: number) {
  const since = sql`now() - make_interval(days => ${REVIEW_INVITATION_DAYS})`;
  const { rows } = await db.execute<Invitation>(sql`
    select o.id as "orderId", u.id as "userId", array_agg(distinct p.name) as products,
           (array_agg(p.slug order by p.name))[1] as slug
      from (select distinct order_id from order_status_history
             where to_status = 'delivered' and created_at between ${since} - interval '3 days' and ${since}) arrived
      join orders o on o.id = arrived.order_id and o.status = 'delivered'
      join users u on u.id = o.user_id and u.deleted_at is null
      join order_lines l on l.order_id = o.id
      join products p on p.id = l.product_id and p.status = 'published'
     where not exists (select from email_messages m where m.order_id = o.id and m.kind = 'review_invitation')
       and not exists (select from reviews r where r.product_id = p.id and r.user_id = u.id)
     group by o.id, u.id limit ${limit}`);
  return rows;
}
