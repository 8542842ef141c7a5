import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { identityMessages } from '@shop/contracts/identity/auth-messages';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import type { TwoFactor, TwoFactorCheck, TwoFactorSetup } from '@shop/contracts/identity/schema';
import { isAPIError } from 'better-auth/api';
import { findUser } from '#identity/queries.ts';
import { cookieOf, sessionCookies, signedValue } from '#identity/rules.ts';
import { deleteOtherSessions } from '#identity/user-queries.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { byUser } from './attempts.ts';
import { type AuthSettings, authHeaders, type RequestContext, withAuth } from './better-auth.ts';
import type { AuthContext } from './login.ts';
import { confirmPassword } from './own-password.ts';
import { alreadyVerified } from './passwords.ts';
import { verifyAppCode, verifyCode } from './two-factor-codes.ts';

export async function getTwoFactor(db: Db, settings: AuthSettings, actor: Actor): Promise<TwoFactor> {
  const user = await db.run(findUser(actor.id));
  const needed = actor.needsTwoFactor === true;
  if (!user?.twoFactorEnabled) return { enabled: false, needed, recoveryCodesRemaining: 0 };
  const { backupCodes } = await withAuth(db, settings, ({ api }) =>
    api.viewBackupCodes({ body: { userId: actor.id } }),
  );
  return { enabled: true, needed, recoveryCodesRemaining: backupCodes.length };
}

/** Takes effect only with the first authentication code, which confirms that the app has the secret. */
export async function startTwoFactorSetup(
  { db, settings, attempts }: AuthContext,
  request: RequestContext,
  actor: Actor,
  password: string,
): Promise<TwoFactorSetup> {
  await confirmPassword(db, attempts, actor, password);
  const setup = await db.transaction(async (tx) => {
    assertConfirmed(await lockActiveUser(tx, actor.id));
    const headers = authHeaders(request, settings);
    return withAuth(tx, settings, ({ api }) => api.enableTwoFactor({ body: { password, method: 'totp' }, headers }), {
      passwords: alreadyVerified(),
    }).catch((error) => {
      throw isAPIError(error)
        ? new DomainError('conflict', 'two_factor_on', settingsMessages.twoFactorAlreadyOn)
        : error;
    });
  });
  if (setup.method !== 'totp') throw new Error('The library set up a method other than TOTP.');
  return { totpUri: setup.totpURI, recoveryCodes: setup.backupCodes };
}

/** Ends the other sessions, which were started with the password alone. */
export async function confirmTwoFactor(authContext: AuthContext, request: RequestContext, actor: Actor, code: string) {
  const { settings } = authContext;
  return withCodeCheck(authContext, actor, async (tx) => {
    const user = await lockActiveUser(tx, actor.id);
    assertConfirmed(user);
    const given = { settings, userId: actor.id, code, headers: authHeaders(request, settings) };
    const { headers } = await verifyAppCode(tx, given).catch(throwCodeError);
    const cookies = sessionCookies(headers);
    await tx.run(deleteOtherSessions(actor.id, signedValue(cookieOf(cookies, SESSION_COOKIE) ?? '')));
    await queueTwoFactorEmail(tx, user, true);
    return cookies;
  });
}

export async function disableTwoFactor(
  authContext: AuthContext,
  request: RequestContext,
  actor: Actor,
  { password, code }: TwoFactorCheck,
) {
  const { db, settings, attempts } = authContext;
  await confirmPassword(db, attempts, actor, password);
  return withCodeCheck(authContext, actor, async (tx) => {
    const user = await lockActiveUser(tx, actor.id);
    await verifyEnabledCode(tx, settings, request, actor, code);
    const given = { body: { password }, headers: authHeaders(request, settings) };
    const { headers } = await withAuth(
      tx,
      settings,
      ({ api }) => api.disableTwoFactor({ ...given, returnHeaders: true }),
      { passwords: alreadyVerified() },
    );
    await queueTwoFactorEmail(tx, user, false);
    return sessionCookies(headers);
  });
}

export async function renewRecoveryCodes(
  authContext: AuthContext,
  request: RequestContext,
  actor: Actor,
  { password, code }: TwoFactorCheck,
) {
  const { db, settings, attempts } = authContext;
  await confirmPassword(db, attempts, actor, password);
  return withCodeCheck(authContext, actor, async (tx) => {
    await lockActiveUser(tx, actor.id);
    await verifyEnabledCode(tx, settings, request, actor, code);
    const given = { body: { password }, headers: authHeaders(request, settings) };
    const { backupCodes } = await withAuth(tx, settings, ({ api }) => api.generateBackupCodes(given), {
      passwords: alreadyVerified(),
    });
    return { recoveryCodes: backupCodes };
  });
}

/** Counts outside the transaction, which a wrong code rolls back. */
async function withCodeCheck<T>({ db, attempts }: AuthContext, actor: Actor, work: (tx: Db) => Promise<T>) {
  const key = byUser('codeCheck', actor.id);
  await attempts.count(key);
  const result = await db.transaction(work);
  await attempts.forgive(key);
  return result;
}

/** The library would accept the first code of an unfinished setup as its confirmation. */
async function verifyEnabledCode(tx: Db, settings: AuthSettings, request: RequestContext, actor: Actor, code: string) {
  if (!(await tx.run(findUser(actor.id)))?.twoFactorEnabled) throw notStarted();
  await verifyCode(tx, { settings, userId: actor.id, code, headers: authHeaders(request, settings) }).catch(
    throwCodeError,
  );
}

/** An impostor who registered another person's address must not lock out its owner. */
function assertConfirmed({ emailVerified }: { emailVerified: boolean }) {
  if (!emailVerified)
    throw new DomainError('conflict', 'email_unconfirmed', settingsMessages.twoFactorNeedsConfirmedEmail);
}

const notStarted = () => new DomainError('conflict', 'two_factor_off', settingsMessages.twoFactorNotStarted);

function throwCodeError(error: unknown): never {
  if (!isAPIError(error)) throw error;
  if (error.body?.code === 'TOTP_NOT_ENABLED') throw notStarted();
  const { codeInvalid } = identityMessages;
  throw new DomainError('invalid', 'invalid_code', codeInvalid, { errors: [{ field: 'code', message: codeInvalid }] });
}

type Recipient = { id: string; name: string; email: string };

const queueTwoFactorEmail = (tx: Db, { id: userId, name, email: to }: Recipient, enabled: boolean) =>
  queueEmail(tx, { kind: 'two_factor_changed', to, userId, data: { name, enabled } });
