import { settingsMessages } from '@shop/contracts/account-texts';
import { isMaster } from '@shop/contracts/permissions';
import { forgetMailsOf, queueMail } from '#mail/service.ts';
import type { Actor } from '#platform/access.ts';
import { DomainError } from '#platform/errors.ts';
import { dropJobs } from '#platform/queue.ts';
import { confirmPassword } from './own-password.ts';
import { lockOwner } from './profile.ts';
import { deleteVerifications } from './queries.ts';
import { eraseTraces, lockMasters } from './queries-leaving.ts';
import type { Entrance } from './sign-in.ts';

/** Orders stay in the books without their buyer; all else that tells of the person goes, in one transaction. */
export async function deleteAccount({ db, attempts }: Entrance, actor: Actor, password: string) {
  await confirmPassword(db, attempts, actor, password);

  await db.transaction(async (tx) => {
    if (isMaster(actor) && (await lockMasters(tx)).every(({ id }) => id === actor.id))
      throw new DomainError('conflict', 'last_admin', settingsMessages.lastAdmin);

    const owner = await lockOwner(tx, actor);
    await eraseTraces(tx, owner);
    await deleteVerifications(tx, owner.id);
    await forgetMailsOf(tx, owner);
    await dropJobs(tx, 'email', [owner.email]);
    await queueMail(tx, { kind: 'account_deleted', to: owner.email, data: {} });
  });
}
