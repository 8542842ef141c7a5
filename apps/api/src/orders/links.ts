import type { RevokedLink } from '@shop/contracts/orders/admin-schema';
import { record } from '#audit/service.ts';
import { findOrderLink } from '#identity/service.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { text } from '#platform/database/row.ts';
import { count, first, raw } from '#platform/database/sql.ts';
import type { Actor } from '#platform/http/access.ts';
import { getLockedOrder } from './change-status.ts';
import { orderNotFound } from './rules.ts';

/** By staff: all links of this kind that were sent or printed so far. */
export async function revokeLinks(tx: Db, actor: Actor, orderId: string, link: RevokedLink) {
  await getLockedOrder(tx, orderId);
  await updateLinkVersion(tx, orderId, link);
  await record(tx, actor, {
    action: 'order.revoke_links',
    entity: 'order',
    entityId: orderId,
    before: null,
    after: { revoked: `${link}_links` },
  });
  return { id: orderId };
}

/** By the customer, who passes the new one on. */
export async function replaceGiftLink(tx: Db, actor: Actor, orderId: string) {
  const { userId } = await getLockedOrder(tx, orderId);
  if (userId !== actor.id) throw orderNotFound();
  await updateLinkVersion(tx, orderId, 'gift');
}

/**
 * For the holder of a link that has expired, but is not revoked: a new one by email. Whether one is sent, or the budget of the
 * recipient is used up, the caller does not learn.
 */
export async function sendOrderLink(
  db: Db,
  acceptedAuthSecrets: readonly string[],
  request: Parameters<typeof findOrderLink>[2] & { params: { id: string } },
) {
  const orderId = request.params.id;
  if (!(await findOrderLink(db, acceptedAuthSecrets, request))) return;
  await db.transaction(async (tx) => {
    const { number, userId } = await getLockedOrder(tx, orderId);
    // Again under the lock: the order may have been joined to an account, or the link revoked.
    const link = await findOrderLink(tx, acceptedAuthSecrets, request);
    const to = link && (await findGuestEmail(tx, orderId));
    if (to) await queueEmail(tx, { kind: 'order_link', to, userId, orderId, data: { orderId, number } });
  });
}

const VERSIONS = { order: raw('order_link_version'), gift: raw('gift_link_version') };

/** Revokes all links of this kind with an earlier version. */
const updateLinkVersion = (tx: Db, orderId: string, link: RevokedLink) =>
  tx.run(
    count(
      'orders.updateLinkVersion',
    )`update orders set ${VERSIONS[link]} = ${VERSIONS[link]} + 1 where id = ${orderId}`,
  );

/** The address that the emails of a guest's order are sent to. */
async function findGuestEmail(db: Db, orderId: string) {
  const found = await db.run(first('orders.findGuestEmail', { email: text })`
    select u.guest_email as email from orders o join users u on u.id = o.user_id
     where o.id = ${orderId} and u.guest_email is not null`);
  return found?.email;
}
