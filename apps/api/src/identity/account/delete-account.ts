import { isOwner } from '@shop/contracts/common/permissions';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { releaseRedemptions } from '#discounts/service.ts';
import { deleteUndos } from '#identity/auth/email-undo-queries.ts';
import type { AuthContext } from '#identity/auth/login.ts';
import { confirmPassword } from '#identity/auth/own-password.ts';
import { hasOrderOrOpenCheckout } from '#identity/guest-queries.ts';
import { lockGuestsOf } from '#identity/join-guest-queries.ts';
import { deleteVerifications } from '#identity/queries.ts';
import { lockCurrentUser } from '#identity/service.ts';
import { type LockedUser, lockUser } from '#identity/user-queries.ts';
import { releaseReservations } from '#inventory/service.ts';
import { deleteAccountEmails, queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { type Erasure, hashEmail } from '#platform/erasure-list.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { dropJobs, enqueue } from '#platform/queue/queue.ts';
import { anonymizeUser, cancelCheckouts, lockOwners } from './erase-queries.ts';

/** Anonymizes orders, which accounting needs, and erases all other personal data, in one transaction. */
export async function deleteAccount({ db, attempts }: AuthContext, actor: Actor, password: string) {
  await confirmPassword(db, attempts, actor, password);

  await db.transaction(async (tx) => {
    if (isOwner(actor) && (await tx.run(lockOwners())).every(({ id }) => id === actor.id))
      throw new DomainError('conflict', 'last_admin', settingsMessages.lastOwner);

    const user = await lockCurrentUser(tx, actor);
    await eraseAccount(tx, user);
    await queueErasure(tx, user);
    await queueEmail(tx, { kind: 'account_deleted', to: user.email, wasConfirmed: user.emailVerified, data: {} });
  });
}

type Erasable = Pick<LockedUser, 'id' | 'email' | 'emailVerified'>;

/** The backoff reaches about six hours between attempts: weeks in total, enough to repair the disk. */
const LISTING_ATTEMPTS = 100;

/** The list is kept outside the database, so that the account can be erased again after a backup is restored. */
export async function queueErasure(tx: Db, { id, email, emailVerified }: LockedUser) {
  const emailHash = emailVerified ? hashEmail(id, email) : null;
  const erasure: Erasure = { userId: id, emailHash, erasedAt: new Date().toISOString() };
  await enqueue(tx, 'list_erasure', erasure, { key: `erasure:${id}`, maxAttempts: LISTING_ATTEMPTS });
}

/** Only guests without an order. Skips one who has begun to buy since they were listed, or is erased by another run. */
export function eraseGuest(db: Db, id: string) {
  return db.transaction(async (tx) => {
    const guest = await tx.run(lockUser(id));
    if (guest?.guestEmail && !(await hasOrderOrOpenCheckout(tx, id))) await eraseAccount(tx, guest);
  });
}

/**
 * For callers that hold the lock on the user's row (`lockUser`). With a confirmed address, also what was bought with it
 * as a guest and not joined to the account.
 */
export async function eraseAccount(tx: Db, account: Erasable) {
  const guestIds = account.emailVerified ? await lockGuestsOf(tx, account.email) : [];
  const checkoutIds = await eraseUser(tx, account);
  for (const id of guestIds) checkoutIds.push(...(await eraseUser(tx, { ...account, id, emailVerified: false })));
  // Contended rows are locked last: first the codes, then the stock, as in a checkout.
  await releaseRedemptions(tx, checkoutIds);
  await releaseReservations(tx, checkoutIds);
}

/** Returns the ids of the cancelled checkouts. */
async function eraseUser(tx: Db, { id, email, emailVerified }: Erasable) {
  const account = { id, verifiedEmail: emailVerified ? email : null };
  await anonymizeUser(tx, account);
  await tx.run(deleteVerifications(id));
  await tx.run(deleteUndos(id));
  await deleteAccountEmails(tx, account);
  // Queued password resets of this account: no other account has its email address.
  await dropJobs(tx, 'email', [email]);
  return cancelCheckouts(tx, id);
}
