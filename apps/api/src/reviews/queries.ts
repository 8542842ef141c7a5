import type { NewReview } from '@shop/contracts/reviews';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import type { Actor } from '#platform/access.ts';

/** Whoever has a piece of it at home. */
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

/** Says whether it was kept: only a buyer's is. The product's rating follows by itself. */
export async function insertReview(db: Db, productId: string, { id, name }: Actor, { rating, comment }: NewReview) {
  const { rowCount } = await db.execute(sql`
    insert into reviews (product_id, user_id, user_name, rating_halves, comment, status)
    select ${productId}, ${id}, ${name}, ${rating * 2}::smallint, ${comment},
           case when reviews_need_approval then 'pending' else 'approved' end
      from store_settings where ${received(productId, id)}`);
  return Boolean(rowCount);
}
