import { randomBytes } from 'node:crypto';
import { confirmEmailMessages, unconfirmedEmailMessages } from '@shop/contracts/identity/auth-messages';
import { CONFIRM_LINK_HOURS } from '@shop/contracts/identity/constants';
import { joinGuestOrders } from '#identity/guests/join.ts';
import { deleteVerifications } from '#identity/queries.ts';
import { lockCurrentUser } from '#identity/service.ts';
import {
  consumeEmailChange,
  deleteEmailChange,
  insertEmailChange,
  lockUser,
  updateUser,
} from '#identity/user-queries.ts';
import { queueUnsolicitedEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { isEmailReserved } from './email-undo-queries.ts';
import { linkFor, readLink } from './link-rules.ts';
import { sendUndoLink } from './undo-email-change.ts';

/** Creates a link that verifies the account's current or new email address. Replaces any earlier link. */
export async function makeEmailLink(tx: Db, userId: string, email: string, minutes: number) {
  const { token, secretHash } = linkFor(userId, randomBytes(32).toString('base64url'));
  await deleteEmailChange(tx, userId);
  const { expiresAt } = await insertEmailChange(tx, userId, secretHash, email, minutes);
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
    if (!(await queueUnsolicitedEmail(tx, { kind: 'confirm_address', to: user.email, userId: user.id, data })))
      throw new DomainError('too_many', 'too_many_attempts', unconfirmedEmailMessages.tooMany, {
        retryAfterSeconds: 3_600,
      });
    return unconfirmedEmailMessages.sent(user.email);
  });
}

const invalidLink = () => new DomainError('invalid', 'invalid_link', confirmEmailMessages.invalid);

/** The link works once, on any device. Links sent to the old email address become invalid. */
export async function confirmEmail(db: Db, token: string) {
  const link = readLink(token);
  if (!link) throw invalidLink();

  await db
    .transaction(async (tx) => {
      const user = await lockUser(tx, link.userId);
      const change = await consumeEmailChange(tx, link.userId, link.secretHash);
      // The link of a guest also needs the password (`finishGuestAccount`).
      if (!user || user.guestEmail !== null || !change) throw invalidLink();

      await updateUser(tx, user.id, { email: change.email, emailVerified: true });
      if (change.email === user.email) return joinGuestOrders(tx, { id: user.id, confirmedEmail: change.email });
      if (await isEmailReserved(tx, change.email, user.id)) throw invalidLink();
      await deleteVerifications(tx, user.id);
      await sendUndoLink(tx, user, change.email);
      await joinGuestOrders(tx, { id: user.id, confirmedEmail: change.email });
    })
    .catch((error) => {
      // Another account has been created with that email address since.
      throw violatesConstraint(error, 'users_email_key') ? invalidLink() : error;
    });
}
