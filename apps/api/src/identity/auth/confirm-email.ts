import { randomBytes } from 'node:crypto';
import { confirmEmailMessages, unconfirmedEmailMessages } from '@shop/contracts/identity/auth-messages';
import { CONFIRM_LINK_HOURS } from '@shop/contracts/identity/constants';
import type { EmailConfirmation } from '@shop/contracts/identity/schema';
import { isLinkValid } from '#identity/guest-queries.ts';
import { deleteVerifications, findPasswordHash } from '#identity/queries.ts';
import { lockCurrentUser } from '#identity/service.ts';
import {
  consumeEmailChange,
  deleteEmailChange,
  insertEmailChange,
  lockUser,
  updateUser,
} from '#identity/user-queries.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { type Attempts, byIp, byUser } from './attempts.ts';
import type { RequestContext } from './better-auth.ts';
import { isEmailReserved } from './email-undo-queries.ts';
import { linkFor, readLink } from './link-rules.ts';
import { limitConcurrentLogins, passwords } from './passwords.ts';
import { sendUndoLink } from './undo-email-change.ts';

/** Creates a link that verifies the account's current or new email address. Replaces any earlier link. */
export async function makeEmailLink(tx: Db, userId: string, email: string, minutes: number) {
  const { token, secretHash } = linkFor(userId, randomBytes(32).toString('base64url'));
  await tx.run(deleteEmailChange(userId));
  const { expiresAt } = await tx.run(insertEmailChange(userId, secretHash, email, minutes));
  return { token, expiresAt };
}

export const makeConfirmationLink = (tx: Db, userId: string, email: string) =>
  makeEmailLink(tx, userId, email, CONFIRM_LINK_HOURS * 60);

/** Resends the confirmation link of the registration. The account itself asks, so an exceeded limit is reported. */
export async function sendConfirmation(db: Db, actor: Actor) {
  return db.transaction(async (tx) => {
    const user = await lockCurrentUser(tx, actor);
    if (user.emailVerified) return unconfirmedEmailMessages.already;

    const data = await makeConfirmationLink(tx, user.id, user.email);
    if (!(await queueEmail(tx, { kind: 'confirm_address', to: user.email, userId: user.id, data })))
      throw new DomainError('too_many', 'too_many_attempts', unconfirmedEmailMessages.tooMany, {
        retryAfterSeconds: 3_600,
      });
    return unconfirmedEmailMessages.sent(user.email);
  });
}

const invalidLink = () => new DomainError('invalid', 'invalid_link', confirmEmailMessages.invalid);

type Tools = { db: Db; attempts: Attempts };

/**
 * The link proves that its reader owns the address; the session or the password, that the account is theirs. With the
 * link alone, a stranger who registered the address would have its owner confirm it for them. The link works once. Links
 * sent to the old email address become invalid.
 */
export async function confirmEmail(
  { db, attempts }: Tools,
  request: RequestContext,
  actor: Actor | undefined,
  { token, password }: EmailConfirmation,
) {
  const link = readLink(token);
  if (!link || !(await isLinkValid(db, link.userId, link.secretHash))) throw invalidLink();
  if (actor?.id !== link.userId) await checkPasswordOfLink({ db, attempts }, request, link.userId, password);

  await db
    .transaction(async (tx) => {
      const user = await tx.run(lockUser(link.userId));
      const change = await tx.run(consumeEmailChange(link.userId, link.secretHash));
      // The link of a guest also needs the password (`finishGuestAccount`).
      if (!user || user.guestEmail !== null || !change) throw invalidLink();

      await tx.run(updateUser(user.id, { email: change.email, emailVerified: true }));
      if (change.email === user.email) return;
      if (await isEmailReserved(tx, change.email, user.id)) throw invalidLink();
      await tx.run(deleteVerifications(user.id));
      await sendUndoLink(tx, user, change.email);
    })
    .catch((error) => {
      // Another account has been created with that email address since.
      throw violatesConstraint(error, 'users_email_key') ? invalidLink() : error;
    });
}

/** Counts wrong passwords as of a login. A changed password makes the link invalid. */
async function checkPasswordOfLink(
  { db, attempts }: Tools,
  request: RequestContext,
  userId: string,
  password: string | undefined,
) {
  if (password === undefined) throw passwordError('password_required', confirmEmailMessages.passwordNeeded);
  const keys = [...byIp('loginFromIp', request.ip), byUser('passwordCheck', userId)];
  await attempts.count(...keys);
  const hash = await findPasswordHash(db, userId);
  if (!hash || !(await limitConcurrentLogins(() => passwords.verify({ hash, password }))))
    throw passwordError('wrong_password', confirmEmailMessages.wrongPassword);
  await attempts.forgive(...keys);
}

const passwordError = (code: string, message: string) =>
  new DomainError('invalid', code, message, { errors: [{ field: 'password', message }] });
