import { settingsMessages } from '@shop/contracts/account-texts';
import type { PasswordChange, PasswordReset, SignedIn } from '@shop/contracts/identity';
import {
  ADMIN_PASSWORD_MIN,
  identityMessages,
  RESET_LINK_MINUTES,
  resetPasswordMessages,
} from '@shop/contracts/identity-texts';
import { isStaff } from '@shop/contracts/permissions';
import { isAPIError } from 'better-auth/api';
import type { Db } from '#db.ts';
import { queueMail } from '#mail/service.ts';
import type { Actor } from '#platform/access.ts';
import { lockActiveUser, lockIfActive } from '#platform/active-user.ts';
import { DomainError } from '#platform/errors.ts';
import { enqueue } from '#platform/queue.ts';
import { type Attempts, byPerson, fromAddress, toAccount } from './attempts.ts';
import { type AuthSettings, authOn, type Visit, visitorHeaders } from './auth.ts';
import { checkPassword, passwords, settled } from './passwords.ts';
import { deleteVerifications, findUserId } from './queries.ts';
import { getUser } from './service.ts';
import { type Admitted, admit, type Entrance } from './sign-in.ts';

/** Known and unknown addresses are the same work here: the worker finds out which it is. */
export async function askForResetLink({ db, attempts }: Entrance, visit: Visit, email: string) {
  await attempts.count(fromAddress('resetFromAddress', visit.ip), toAccount('resetToAccount', email));
  await enqueue(db, 'send_reset_link', { email });
}

export async function sendResetLink(db: Db, settings: AuthSettings, email: string) {
  const userId = await findUserId(db, email);
  if (!userId) return;
  await db.transaction(async (tx) => {
    if (!(await lockIfActive(tx, userId))) return;
    const links: { user: { id: string; name: string; email: string }; token: string }[] = [];
    const auth = authOn(tx, settings, { onResetLink: async (link) => void links.push(link) });
    await auth.api.requestPasswordReset({ body: { email } });
    for (const { user, token } of links)
      await queueMail(tx, {
        kind: 'reset_password',
        to: user.email,
        userId: user.id,
        data: { name: user.name, token, expiresAt: new Date(Date.now() + RESET_LINK_MINUTES * 60_000) },
      });
  });
}

const linkInvalid = () => new DomainError('invalid', 'link_invalid', resetPasswordMessages.invalid);

/** The link is used up, the password changed, every session ended and the owner told, or none of it. */
export async function resetPassword({ db, settings, attempts }: Entrance, { token, password }: PasswordReset) {
  const email = await db.transaction(async (tx) => {
    let owner = '';
    const auth = authOn(tx, settings, {
      async onPasswordReset({ user }) {
        refuseShortAdminPassword((await getUser(tx, user.id)).role, password);
        await deleteVerifications(tx, user.id);
        await queueMail(tx, { kind: 'password_changed', to: user.email, userId: user.id, data: { name: user.name } });
        owner = user.email;
      },
    });
    const link = await (await auth.$context).internalAdapter.findVerificationValue(`reset-password:${token}`);
    if (!link || !(await lockIfActive(tx, link.value))) throw linkInvalid();
    await auth.api.resetPassword({ body: { token, newPassword: password } }).catch((error) => {
      throw isAPIError(error) ? linkInvalid() : error;
    });
    return owner;
  });
  await attempts.forget(toAccount('loginToAccount', email));
}

/** Ends every session, this one too; the answer brings a new one. */
export async function changePassword(
  { db, settings, attempts }: Entrance,
  visit: Visit,
  actor: Actor,
  change: PasswordChange,
): Promise<Admitted<SignedIn>> {
  refuseShortAdminPassword(actor.role, change.newPassword);
  await confirmPassword(db, attempts, actor, change.currentPassword, 'currentPassword');
  const hashed = await passwords.hash(change.newPassword);

  const { response, headers } = await db.transaction(async (tx) => {
    const { id, name, email } = await lockActiveUser(tx, actor.id);
    const changed = await authOn(tx, settings, { passwords: settled(hashed) }).api.changePassword({
      body: { ...change, revokeOtherSessions: true },
      headers: visitorHeaders(visit),
      returnHeaders: true,
    });
    // Whoever had the old password may have asked for a link, to another address even.
    await deleteVerifications(tx, id);
    await queueMail(tx, { kind: 'password_changed', to: email, userId: id, data: { name } });
    return changed;
  });
  return admit(db, settings, visit, response, headers);
}

/** Before what must not be done by a session left open on somebody's table. */
export async function confirmPassword(db: Db, attempts: Attempts, actor: Actor, password: string, field = 'password') {
  const tries = byPerson('passwordCheck', actor.id);
  await attempts.count(tries);
  const { currentPasswordWrong } = settingsMessages;
  if (!(await checkPassword(db, actor.id, password)))
    throw new DomainError('invalid', 'wrong_password', currentPasswordWrong, {
      errors: [{ field, message: currentPasswordWrong }],
    });
  await attempts.forgive(tries);
}

function refuseShortAdminPassword(role: string, password: string) {
  if (!isStaff({ role }) || password.length >= ADMIN_PASSWORD_MIN) return;
  const message = identityMessages.adminPasswordTooShort;
  throw new DomainError('invalid', 'invalid', message, { errors: [{ field: 'newPassword', message }] });
}
