import type { RevokedLink } from '@shop/contracts/orders/admin-schema';
import type { Db } from '#platform/database/db.ts';
import { text } from '#platform/database/row.ts';
import { count, first, raw } from '#platform/database/sql.ts';

const VERSIONS = { order: raw('order_link_version'), gift: raw('gift_link_version') };

/** Revokes all links of this kind with an earlier version. */
export const updateLinkVersion = (tx: Db, orderId: string, link: RevokedLink) =>
  tx.run(
    count(
      'orders.updateLinkVersion',
    )`update orders set ${VERSIONS[link]} = ${VERSIONS[link]} + 1 where id = ${orderId}`,
  );

/** The address that the emails of a guest's order are sent to. */
export async function findGuestEmail(db: Db, orderId: string) {
  const found = await db.run(first('orders.findGuestEmail', { email: text })`
    select u.guest_email as email from orders o join users u on u.id = o.user_id
     where o.id = ${orderId} and u.guest_email is not null`);
  return found?.email;
}
