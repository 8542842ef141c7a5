import { settingsMessages } from '@shop/contracts/account-texts';
import { isMaster } from '@shop/contracts/permissions';
import type { Db } from '#db.ts';
import { forgetMailsOf, queueMail } from '#mail/service.ts';
import type { Actor } from '#platform/access.ts';
import { type Erasure, hashEmail } from '#platform/erasure-list.ts';
import { DomainError } from '#platform/errors.ts';
import { dropJobs, enqueue } from '#platform/queue.ts';
import { confirmPassword } from './own-password.ts';
import { lockOwner } from './profile.ts';
import { deleteVerifications } from './queries.ts';
import type { LockedUser } from './queries-account.ts';
import { eraseTraces, lockMasters } from './queries-leaving.ts';
import type { Entrance } from './sign-in.ts';

/** Orders stay in the books without their buyer; all else that tells of the person goes, in one transaction. */
export async function deleteAccount({ db, attempts }: Entrance, actor: Actor, password: string) {
  await confirmPassword(db, attempts, actor, password);

  await db.transaction(async (tx) => {
    if (isMaster(actor) && (await lockMasters(tx)).every(({ id }) => id === actor.id))
      throw new DomainError('conflict', 'last_admin', settingsMessages.lastAdmin);

    const owner = await lockOwner(tx, actor);
    await eraseAccount(tx, owner);
    await queueErasure(tx, owner);
    await queueMail(tx, { kind: 'account_deleted', to: owner.email, data: {} });
  });
}

/** Tries about six hours apart in the end: weeks, for somebody to mend the disk. */
const LISTING_TRIES = 100;

/** The list outlives the database, so that a restored backup can be made to forget the account again. */
async function queueErasure(tx: Db, { id, email, emailVerified }: LockedUser) {
  const emailHash = emailVerified ? hashEmail(id, email) : null;
  const erasure: Erasure = { userId: id, emailHash, erasedAt: new Date().toISOString() };
  await enqueue(tx, 'list_erasure', erasure, { key: `erasure:${id}`, maxAttempts: LISTING_TRIES });
}

/** For callers that hold the user's row (`lockUser`). */
export async function eraseAccount(tx: Db, { id, email, emailVerified }: LockedUser) {
  const person = { id, verifiedEmail: emailVerified ? email : null };
  await eraseTraces(tx, person);
  await deleteVerifications(tx, id);
  await forgetMailsOf(tx, person);
  // Password resets requested for this account: no other account has its address.
  await dropJobs(tx, 'email', [email]);
}
