import { waitlistMessages } from '@shop/contracts/waitlist/messages';
import type { BackInStockRequest } from '@shop/contracts/waitlist/schema';
import { isUnderLimit, lockRecipientsUnderLimit, queueEmails } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser, lockActiveUsers, lockAgainstDeletion } from '#platform/http/active-user.ts';
import {
  claimWaitlistEntries,
  findOffered,
  insertWaitlistEntry,
  listBackInStock,
  listWaitlistEntries,
  type WaitlistEntry,
} from './queries.ts';
import { batchSize, formatOptions, MAX_ENTRIES_PER_EMAIL, productPath } from './rules.ts';

/** A customer gets the alert at the account's email, a guest at the given one. Idempotent. */
export async function requestBackInStockAlert(
  db: Db,
  actor: Actor | undefined,
  { variantId, email: given }: BackInStockRequest,
) {
  if (!(await db.run(findOffered(variantId))))
    throw new DomainError('not_found', 'variant_not_found', waitlistMessages.notFound);

  await db.transaction(async (tx) => {
    const email = actor ? (await lockActiveUser(tx, actor.id)).email : given;
    if (!email) throw emailMissing();
    if (!actor) await lockAgainstDeletion(tx, { email });
    const userId = actor?.guest ? undefined : actor?.id;
    await tx.run(insertWaitlistEntry({ variantId, email, userId }, MAX_ENTRIES_PER_EMAIL));
  });
}

const emailMissing = () =>
  new DomainError('invalid', 'email_missing', waitlistMessages.invalidEmail, {
    errors: [{ field: 'email', message: waitlistMessages.invalidEmail }],
  });

/** One transaction per variant: a request is deleted if and only if its email is queued. */
export async function notifyBackInStock(db: Db) {
  for (const { variantId, available } of await db.run(listBackInStock()))
    await db.transaction(async (tx) => {
      const first = await tx.run(
        listWaitlistEntries(variantId, batchSize(available), (email) => isUnderLimit(email, 'form')),
      );
      const users = await lockActiveUsers(
        tx,
        first.flatMap(({ userId }) => userId ?? []),
      );
      // Requests whose email has reached the hourly limit keep their place.
      const isVerifiedCustomer = (userId: string | null) =>
        userId !== null && users.get(userId)?.emailVerified === true;
      const emailOf = ({ userId, email }: WaitlistEntry) => (userId && users.get(userId)?.email) || email;
      const unverifiedEmails = first.filter(({ userId }) => !isVerifiedCustomer(userId)).map(emailOf);
      const underLimit = await lockRecipientsUnderLimit(tx, unverifiedEmails, 'form');
      const claimed = await tx.run(
        claimWaitlistEntries(
          first
            .filter((entry) => isVerifiedCustomer(entry.userId) || underLimit.has(emailOf(entry)))
            .map(({ id }) => id),
          [...users.keys()],
        ),
      );
      await queueEmails(
        tx,
        claimed.map(({ id, userId, email, name, product, slug, options }) => ({
          kind: 'back_in_stock',
          to: email,
          userId: userId ?? undefined,
          key: id,
          unsolicited: !isVerifiedCustomer(userId),
          data: { name, product, options: formatOptions(options), path: productPath({ slug, options }) },
        })),
      );
    });
}
