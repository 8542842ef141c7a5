import { randomBytes } from 'node:crypto';
import { profileMessages } from '@shop/contracts/account-texts';
import type { Profile, SavedProfile } from '@shop/contracts/identity';
import { confirmEmailMessages, EMAIL_LINK_MINUTES } from '@shop/contracts/identity-texts';
import type { Db } from '#db.ts';
import { queueMail } from '#mail/service.ts';
import { type Actor, unauthenticated } from '#platform/access.ts';
import { violates } from '#platform/database-errors.ts';
import { DomainError } from '#platform/errors.ts';
import { deleteVerifications, findUserId } from './queries.ts';
import {
  countRecentEmailChanges,
  deleteEmailChange,
  insertEmailChange,
  type LockedUser,
  lockUser,
  takeEmailChange,
  updateUser,
} from './queries-account.ts';
import { emailHint, linkFor, readLink } from './rules-account.ts';
import { getUser } from './service.ts';

/** Nobody writes to strangers in our name more often than this. */
const EMAIL_CHANGES_AN_HOUR = 5;

/** The account may have been deleted since the session was checked. */
export async function lockOwner(tx: Db, actor: Actor): Promise<LockedUser> {
  const owner = await lockUser(tx, actor.id);
  if (!owner) throw unauthenticated();
  return owner;
}

/** Name and phone count at once, a new e-mail address once its owner has followed the link we send there. */
export async function saveProfile(db: Db, actor: Actor, { email, ...profile }: Profile): Promise<SavedProfile> {
  return db.transaction(async (tx) => {
    const owner = await lockOwner(tx, actor);
    await updateUser(tx, actor.id, profile);
    const confirmationSent = email !== owner.email;
    if (confirmationSent) await askToConfirm(tx, { ...owner, name: profile.name }, email);
    return { user: await getUser(tx, actor.id), confirmationSent };
  });
}

/**
 * An address that has an account already gets another mail, and a link that nobody holds: the same work and the same
 * answer, so that nobody learns who has an account here.
 */
async function askToConfirm(tx: Db, { id, name }: LockedUser, email: string) {
  if ((await countRecentEmailChanges(tx, id)) >= EMAIL_CHANGES_AN_HOUR)
    throw new DomainError('too_many', 'too_many_attempts', profileMessages.tooManyEmails, {
      retryAfterSeconds: 3_600,
    });

  const { token, secretHash } = linkFor(id, randomBytes(32).toString('base64url'));
  await deleteEmailChange(tx, id);
  const { expiresAt } = await insertEmailChange(tx, id, secretHash, email, EMAIL_LINK_MINUTES);
  const taken = await findUserId(tx, email);
  await queueMail(tx, {
    to: email,
    userId: id,
    ...(taken ? { kind: 'email_in_use', data: {} } : { kind: 'confirm_email', data: { name, token, expiresAt } }),
  });
}

const linkInvalid = () => new DomainError('invalid', 'link_invalid', confirmEmailMessages.invalid);

/** The link works once, wherever it is opened. Links sent to the old address end with it. */
export async function confirmEmail(db: Db, token: string) {
  const link = readLink(token);
  if (!link) throw linkInvalid();

  await db
    .transaction(async (tx) => {
      const owner = await lockUser(tx, link.userId);
      const change = await takeEmailChange(tx, link.userId, link.secretHash);
      if (!owner || !change) throw linkInvalid();

      await updateUser(tx, owner.id, { email: change.email, emailVerified: true });
      await deleteVerifications(tx, owner.id);
      const { id: userId, name, email: to } = owner;
      await queueMail(tx, {
        kind: 'email_changed',
        to,
        userId,
        data: { name, newEmailHint: emailHint(change.email) },
      });
    })
    .catch((error) => {
      // Somebody has opened an account with that address since.
      throw violates(error, 'users_email_key') ? linkInvalid() : error;
    });
}
