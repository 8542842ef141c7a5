import type { RevokedLink } from '@shop/contracts/orders/admin-schema';
import { record } from '#audit/service.ts';
import { findOrderLink } from '#identity/service.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import type { Actor } from '#platform/http/access.ts';
import { getLockedOrder } from './change-status.ts';
import { findGuestEmail, updateLinkVersion } from './link-queries.ts';
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
