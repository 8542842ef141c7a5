import { MINUTE_MS } from '@shop/contracts/common/time';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { resetPasswordMessages } from '@shop/contracts/identity/auth-messages';
import { RESET_LINK_MINUTES } from '@shop/contracts/identity/constants';
import type { PasswordChange, PasswordReset, SignedIn } from '@shop/contracts/identity/schema';
import { isAPIError } from 'better-auth/api';
import { deleteVerifications, findUserId, updateNeedsNewPassword } from '#identity/queries.ts';
import { getUser } from '#identity/service.ts';
import { deleteTwoFactor, isTwoFactorUnproven, updateUser } from '#identity/user-queries.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser, lockIfActive } from '#platform/http/active-user.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { type Attempts, byEmail, byIp, byUser } from './attempts.ts';
import { authHeaders, findVerification, type LibrarySettings, type RequestContext, withAuth } from './better-auth.ts';
import { knownDeviceCookie } from './known-device.ts';
import { type AuthContext, completeLogin, type WithCookies } from './login.ts';
import { assertStrongPassword } from './password-rules.ts';
import { alreadyVerified, checkPassword, passwords } from './passwords.ts';

/** The same work for known and unknown email addresses, against enumeration: the worker looks up the account. */
export async function requestResetLink({ db, attempts }: AuthContext, request: RequestContext, email: string) {
  await attempts.count(...byIp('resetFromIp', request.ip), byEmail('resetToAccount', email));
  await enqueue(db, 'send_reset_link', { email });
}

export async function sendResetLink(db: Db, settings: LibrarySettings, email: string) {
  const userId = await findUserId(db, email);
  if (!userId) return;
  await db.transaction(async (tx) => {
    if (!(await lockIfActive(tx, userId))) return;
    const links: { user: { id: string; name: string; email: string }; token: string }[] = [];
    await withAuth(tx, settings, ({ api }) => api.requestPasswordReset({ body: { email } }), {
      onResetLink: async (link) => void links.push(link),
    });
    for (const { user, token } of links)
      await queueEmail(tx, {
        kind: 'reset_password',
        to: user.email,
        userId: user.id,
        data: { name: user.name, token, expiresAt: new Date(Date.now() + RESET_LINK_MINUTES * MINUTE_MS) },
      });
  });
}

const invalidLink = () => new DomainError('invalid', 'invalid_link', resetPasswordMessages.invalid);

/**
 * Atomic: consumes the link, changes the password, ends every session and notifies the account owner. Returns the cookie
 * of a known device: further guesses of others do not keep the owner from logging in with the new password.
 */
export async function resetPassword(
  { db, settings, attempts }: AuthContext,
  { headers }: RequestContext,
  { token, password }: PasswordReset,
) {
  const email = await db.transaction(async (tx) => {
    let userEmail = '';
    const onPasswordReset = async ({ user }: { user: { id: string; name: string; email: string } }) => {
      const profile = await getUser(tx, user.id);
      assertStrongPassword(password, profile, 'password');
      await tx.run(updateNeedsNewPassword(user.id, false));
      if (!profile.emailVerified) await verifyEmailByReset(tx, user.id);
      else if (await isTwoFactorUnproven(tx, user.id)) await deleteTwoFactor(tx, user.id);
      await tx.run(deleteVerifications(user.id));
      await queueEmail(tx, { kind: 'password_changed', to: user.email, userId: user.id, data: { name: user.name } });
      userEmail = user.email;
    };
    const link = await findVerification(tx, settings, `reset-password:${token}`);
    if (!link || !(await lockIfActive(tx, link.value))) throw invalidLink();
    const body = { token, newPassword: password };
    await withAuth(tx, settings, ({ api }) => api.resetPassword({ body }), { onPasswordReset }).catch((error) => {
      throw isAPIError(error) ? invalidLink() : error;
    });
    return userEmail;
  });
  await attempts.reset(byEmail('loginToAccount', email), byEmail('loginFromKnownDevices', email));
  return knownDeviceCookie(headers.cookie, email, settings);
}

/** The link proves ownership of the address. Two-factor authentication set up before that may be an impostor's. */
async function verifyEmailByReset(tx: Db, userId: string) {
  await tx.run(updateUser(userId, { emailVerified: true }));
  await deleteTwoFactor(tx, userId);
}

/** Ends every session, including this one; the response starts a new one. */
export async function changePassword(
  { db, settings, attempts }: AuthContext,
  request: RequestContext,
  actor: Actor,
  change: PasswordChange,
): Promise<WithCookies<SignedIn>> {
  assertStrongPassword(change.newPassword, await getUser(db, actor.id), 'newPassword');
  await confirmPassword(db, attempts, actor, change.currentPassword, 'currentPassword');
  const hashed = await passwords.hash(change.newPassword);

  const { response, headers } = await db.transaction(async (tx) => {
    const { id, name, email } = await lockActiveUser(tx, actor.id);
    const given = { body: { ...change, revokeOtherSessions: true }, headers: authHeaders(request, settings) };
    const changed = await withAuth(tx, settings, ({ api }) => api.changePassword({ ...given, returnHeaders: true }), {
      passwords: alreadyVerified(hashed),
    });
    // An attacker with the old password may have requested links, even to another email address.
    await tx.run(deleteVerifications(id));
    await tx.run(updateNeedsNewPassword(id, false));
    await queueEmail(tx, { kind: 'password_changed', to: email, userId: id, data: { name } });
    return changed;
  });
  return completeLogin(db, settings, request, response, headers);
}

/** Guards sensitive actions against use of a session left open on an unattended device. */
export async function confirmPassword(db: Db, attempts: Attempts, actor: Actor, password: string, field = 'password') {
  const key = byUser('passwordCheck', actor.id);
  await attempts.count(key);
  const { currentPasswordWrong } = settingsMessages;
  if (!(await checkPassword(db, actor.id, password)))
    throw new DomainError('invalid', 'wrong_password', currentPasswordWrong, {
      errors: [{ field, message: currentPasswordWrong }],
    });
  await attempts.forgive(key);
}
