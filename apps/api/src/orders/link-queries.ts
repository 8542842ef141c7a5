import type { RevokedLink } from '@shop/contracts/orders/admin-schema';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

const VERSIONS = { order: sql`order_link_version`, gift: sql`gift_link_version` };

/** Revokes all links of this kind with an earlier version. */
export const updateLinkVersion = (tx: Db, orderId: string, link: RevokedLink) =>
  tx.execute(sql`update orders set ${VERSIONS[link]} = ${VERSIONS[link]} + 1 where id = ${orderId}`);

/** The address that the emails of a guest's order are sent to. */
export async function findGuestEmail(db: Db, orderId: string) {
  const { rows } = await db.execute<{ email: string }>(sql`
    select u.guest_email as email from orders o join users u on u.id = o.user_id
     where o.id = ${orderId} and u.guest_email is not null`);
  return rows[0]?.email;
}
