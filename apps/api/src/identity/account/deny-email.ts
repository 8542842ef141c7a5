import { notMeMessages } from '@shop/contracts/identity/auth-messages';
import { readLink } from '#identity/auth/link-rules.ts';
import { deletePassword, hasOrderOrOpenCheckout } from '#identity/guest-queries.ts';
import { consumeEmailChange, lockUser } from '#identity/user-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { eraseAccount, queueErasure } from './delete-account.ts';

/**
 * The owner of an address did not ask for the link: someone else entered it. Uses the link up. An account that was
 * registered with the address and never confirmed is erased; an account that only wanted to change to it stays as it is;
 * a guest loses the password that would have made an account. An account that has bought is left to the staff: its owner
 * may have mistyped the address, and waits for a delivery.
 */
export async function denyEmail(db: Db, token: string) {
  const invalidLink = () => new DomainError('invalid', 'invalid_link', notMeMessages.invalid);
  const link = readLink(token);
  if (!link) throw invalidLink();
  await db.transaction(async (tx) => {
    const user = await tx.run(lockUser(link.userId));
    const denied = await tx.run(consumeEmailChange(link.userId, link.secretHash));
    if (!user || !denied) throw invalidLink();
    if (user.guestEmail !== null) return tx.run(deletePassword(user.id));
    if (user.emailVerified || denied.email !== user.email) return;
    if (await hasOrderOrOpenCheckout(tx, user.id))
      throw new DomainError('conflict', 'account_has_orders', notMeMessages.hasOrders);
    await eraseAccount(tx, user);
    await queueErasure(tx, user);
  });
}
