import { profileMessages, settingsMessages } from '@shop/contracts/identity/account-messages';
import { EMAIL_LINK_MINUTES } from '@shop/contracts/identity/constants';
import type { Profile, SavedProfile } from '@shop/contracts/identity/schema';
import { makeEmailLink } from '#identity/auth/confirm-email.ts';
import { isEmailReserved } from '#identity/auth/email-undo-queries.ts';
import type { AuthContext } from '#identity/auth/login.ts';
import { confirmPassword } from '#identity/auth/own-password.ts';
import { findUserId } from '#identity/queries.ts';
import { getUser, lockCurrentUser } from '#identity/service.ts';
import { countRecentEmailChanges, type LockedUser, updateUser } from '#identity/user-queries.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, sessionTooOld } from '#platform/http/access.ts';

/** Limits the emails that one account can cause to addresses of other people. */
const MAX_EMAIL_CHANGES_PER_HOUR = 5;

/**
 * Name and phone change immediately, the email address once the link sent there is followed. Password resets go to the
 * email address, so changing it requires the password, and for staff a session recent enough for the admin panel.
 */
export async function saveProfile(
  { db, attempts }: AuthContext,
  actor: Actor,
  { email, currentPassword, ...profile }: Profile,
): Promise<SavedProfile> {
  const isEmailChanged = email !== (await getUser(db, actor.id)).email;
  if (isEmailChanged) {
    if (actor.sessionTooOld) throw sessionTooOld();
    if (currentPassword === undefined) throw passwordRequired();
    await confirmPassword(db, attempts, actor, currentPassword, 'currentPassword');
  }
  return db.transaction(async (tx) => {
    const user = await lockCurrentUser(tx, actor);
    await tx.run(updateUser(actor.id, profile));
    const confirmationSent = email !== user.email;
    // The account's email address was changed since it was read above.
    if (confirmationSent && !isEmailChanged) throw passwordRequired();
    if (confirmationSent) await sendEmailConfirmation(tx, { ...user, name: profile.name }, email);
    return { user: await getUser(tx, actor.id), confirmationSent };
  });
}

function passwordRequired() {
  const message = settingsMessages.currentPasswordRequired;
  return new DomainError('invalid', 'password_required', message, { errors: [{ field: 'currentPassword', message }] });
}

/**
 * An address that already has an account gets a different email, and the created link is never sent: same work and same
 * response, so that existing accounts are not revealed.
 */
async function sendEmailConfirmation(tx: Db, { id, name }: LockedUser, email: string) {
  const recent = await tx.run(countRecentEmailChanges(id));
  if (recent.count >= MAX_EMAIL_CHANGES_PER_HOUR)
    throw new DomainError('too_many', 'too_many_attempts', profileMessages.tooManyEmails, {
      retryAfterSeconds: 3_600,
    });

  const link = await makeEmailLink(tx, id, email, EMAIL_LINK_MINUTES);
  const [existingUserId, reserved] = [await findUserId(tx, email), await isEmailReserved(tx, email, id)];
  await queueEmail(tx, {
    to: email,
    userId: id,
    ...(existingUserId || reserved
      ? { kind: 'email_in_use', data: {} }
      : { kind: 'confirm_email', data: { name, ...link } }),
  });
}
