import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

export async function listCustomerNames(db: Db, orderIds: string[]) {
  const { rows } = await db.execute<{ orderId: string; name: string }>(sql`
    select o.id as "orderId", u.name from orders o join users u on u.id = o.user_id
     where o.id = any (${sql.param(orderIds)}::uuid[])`);
  return rows;
}
