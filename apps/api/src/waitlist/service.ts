import type { Waiting } from '@shop/contracts/waitlist';
import { waitlistMessages } from '@shop/contracts/waitlist-texts';
import type { Db } from '#db.ts';
import { queueMails } from '#mail/service.ts';
import type { Actor } from '#platform/access.ts';
import { lockActiveUser, lockActiveUsers, lockAgainstDeletion } from '#platform/active-user.ts';
import { DomainError } from '#platform/errors.ts';
import { insertWaiting, isOffered, listReturned, listWaiting, takeWaiting } from './queries.ts';
import { MOST_WISHES, optionsInWords, pathOf, wave } from './rules.ts';

/** A customer waits at the account's address, a guest at the one given. Asking twice is asking once. */
export async function wait(db: Db, actor: Actor | undefined, { variantId, email: given }: Waiting) {
  if (!(await isOffered(db, variantId)))
    throw new DomainError('not_found', 'variant_not_found', waitlistMessages.notFound);

  await db.transaction(async (tx) => {
    const email = actor ? (await lockActiveUser(tx, actor.id)).email : given;
    if (!email) throw emailMissing();
    if (!actor) await lockAgainstDeletion(tx, { email });
    await insertWaiting(tx, { variantId, email, userId: actor?.id }, MOST_WISHES);
  });
}

const emailMissing = () =>
  new DomainError('invalid', 'email_missing', waitlistMessages.invalidEmail, {
    errors: [{ field: 'email', message: waitlistMessages.invalidEmail }],
  });

/** Each piece in a transaction of its own: who leaves the line has a mail, and who has a mail has left it. */
export async function tellWaiting(db: Db) {
  for (const { variantId, available } of await listReturned(db))
    await db.transaction(async (tx) => {
      const first = await listWaiting(tx, variantId, wave(available));
      const users = await lockActiveUsers(
        tx,
        first.flatMap(({ userId }) => userId ?? []),
      );
      const told = await takeWaiting(
        tx,
        first.map(({ id }) => id),
        [...users.keys()],
      );
      await queueMails(
        tx,
        told.map(({ id, userId, email, name, product, slug, options }) => ({
          kind: 'back_in_stock',
          to: email,
          userId: userId ?? undefined,
          key: id,
          data: { name, product, options: optionsInWords(options), path: pathOf({ slug, options }) },
        })),
      );
    });
}
