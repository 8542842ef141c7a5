import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

/** Locked against its deletion. */
export async function lockApprovedReview(tx: Db, id: string) {
  const { rows } = await tx.execute<{ productId: string; userId: string | null }>(sql`
    select product_id as "productId", user_id as "userId" from reviews where id = ${id} and status = 'approved'
     for key share`);
  return rows[0];
}

/** A trigger counts the votes. */
export const insertVote = (tx: Db, reviewId: string, { productId, userId }: { productId: string; userId: string }) =>
  tx.execute(sql`
    insert into review_votes (review_id, user_id, product_id) values (${reviewId}, ${userId}, ${productId})
    on conflict do nothing`);

export const deleteVote = (tx: Db, reviewId: string, userId: string) =>
  tx.execute(sql`delete from review_votes where review_id = ${reviewId} and user_id = ${userId}`);

export async function findHelpfulCount(tx: Db, id: string) {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select helpful_count as count from reviews where id = ${id}`,
  );
  return rows[0]?.count ?? 0;
}
