import { listActiveIds, lockUser } from '#identity/user-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { hashEmail, readErasures } from '#platform/erasure-list.ts';
import { eraseAccount } from './delete-account.ts';

const BATCH_SIZE = 1_000;

/**
 * For a database restored from a backup: erases every account again that was deleted since. Skips accounts that are
 * already deleted or were created after the backup. Returns the number of erased accounts.
 */
export async function replayErasures(db: Db, directory: string) {
  const hashes = new Map<string, string | null>();
  for await (const { userId, emailHash } of readErasures(directory)) hashes.set(userId, emailHash);

  let erased = 0;
  const listed = [...hashes.keys()];
  for (let from = 0; from < listed.length; from += BATCH_SIZE)
    for (const { id } of await db.run(listActiveIds(listed.slice(from, from + BATCH_SIZE))))
      await db.transaction(async (tx) => {
        const user = await tx.run(lockUser(id));
        if (!user) return;
        // The backup may be older than the verification of the email address.
        const emailVerified = user.emailVerified || hashes.get(id) === hashEmail(id, user.email);
        await eraseAccount(tx, { ...user, emailVerified });
        erased++;
      });
  return erased;
}
