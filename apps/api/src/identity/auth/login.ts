import { randomUUID } from 'node:crypto';
import {
  identityMessages,
  loginMessages,
  registerMessages,
  twoFactorLoginMessages,
} from '@shop/contracts/identity/auth-messages';
import type {
  Credentials,
  LoginResponse,
  Registration,
  SignedIn,
  TwoFactorLogin,
} from '@shop/contracts/identity/schema';
import { isAPIError } from 'better-auth/api';
import type { SecurityLog } from '#audit/service.ts';
import { findGuest } from '#identity/guest-queries.ts';
import {
  deleteSession,
  findPasswordHash,
  findSessionUser,
  findUserId,
  updateLastLogin,
  updateNeedsNewPassword,
} from '#identity/queries.ts';
import { cookieOf, sessionCookies, sessionToken, signToken, verifiedValue } from '#identity/rules.ts';
import { getUser } from '#identity/service.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { lockIfActive } from '#platform/http/active-user.ts';
import { type Attempts, byDevice, byEmail, byIp } from './attempts.ts';
import {
  type AuthSettings,
  authHeaders,
  findVerification,
  type RequestContext,
  signedCookie,
  withAuth,
} from './better-auth.ts';
import { makeConfirmationLink } from './confirm-email.ts';
import { isEmailReserved } from './email-undo-queries.ts';
import { findKnownDevice, knownDeviceCookie } from './known-device.ts';
import { assertStrongPassword, isStaffPassword } from './password-rules.ts';
import { alreadyVerified, type Passwords, passwords } from './passwords.ts';
import { verifyCode } from './two-factor-codes.ts';

const CHALLENGE_COOKIE = 'crystalline.two_factor';

/** Dependencies of the login functions, apart from the request. */
export type AuthContext = { db: Db; settings: AuthSettings; attempts: Attempts; events: SecurityLog };
/** `guestId`: the guest whose session ended with this login. */
export type WithCookies<T> = { body: T; cookies: string[]; guestId?: string };

const invalidCredentials = () =>
  new DomainError('unauthenticated', 'invalid_credentials', loginMessages.invalidCredentials);
const emailExists = () => new DomainError('conflict', 'email_exists', registerMessages.emailTaken);

export async function register(
  { db, settings, attempts }: AuthContext,
  request: RequestContext,
  registration: Registration,
): Promise<WithCookies<SignedIn>> {
  assertStrongPassword(registration.password, { ...registration, role: 'customer' }, 'password');
  const [failures, registrations] = [byIp('registerFromIp', request.ip), byIp('accountsFromIp', request.ip)];
  await attempts.count(...failures, ...registrations);
  const signedUp = await createAccount(db, settings, request, registration).catch(async (error) => {
    await attempts.forgive(...registrations);
    throw error;
  });
  await attempts.forgive(...failures);
  return completeLogin(db, settings, request, signedUp.response, signedUp.headers);
}

async function createAccount(db: Db, settings: AuthSettings, request: RequestContext, registration: Registration) {
  if (await findUserId(db, registration.email)) throw emailExists();

  const auth = alreadyVerified(await passwords.hash(registration.password));
  return db
    .transaction(async (tx) => {
      const headers = authHeaders(request, settings);
      const signedUp = await withAuth(
        tx,
        settings,
        ({ api }) => api.signUpEmail({ body: registration, headers, returnHeaders: true }),
        { passwords: auth },
      );
      const { id: userId, email: to } = signedUp.response.user;
      // Checked after the insert has claimed the email address, so that a concurrent email change is seen.
      if (await isEmailReserved(tx, to, userId)) throw emailExists();
      const data = await makeConfirmationLink(tx, userId, to);
      await queueEmail(tx, { kind: 'welcome', to, userId, key: userId, data });
      return signedUp;
    })
    .catch(async (error) => {
      // A concurrent registration took the email address; the library reports only a failure.
      throw error instanceof DomainError || !(await findUserId(db, registration.email)) ? error : emailExists();
    });
}

/** Wrong passwords from elsewhere never keep a device out that has logged in to this account before. */
function loginKeys({ headers, ip }: RequestContext, email: string, settings: AuthSettings) {
  const device = findKnownDevice(headers.cookie, email, settings);
  return device
    ? [byDevice('loginFromKnownDevice', device), byEmail('loginFromKnownDevices', email)]
    : [...byIp('loginFromIp', ip), byEmail('loginToAccount', email)];
}

export async function login(
  authContext: AuthContext,
  request: RequestContext,
  credentials: Credentials,
): Promise<WithCookies<LoginResponse>> {
  const { db, settings, attempts, events } = authContext;
  const keys = loginKeys(request, credentials.email, settings);
  await attempts.count(...keys);

  const { response, headers } = await createSession(authContext, request, credentials).catch(async (error) => {
    const loginError = isAPIError(error) ? invalidCredentials() : error;
    // Any other error is not a wrong password: overload, or the database is unavailable.
    if (loginError instanceof DomainError && loginError.kind === 'unauthenticated')
      events.loginFailed(credentials.email, request.id);
    else await attempts.forgive(...keys);
    throw loginError;
  });
  await attempts.forgive(...keys);

  if (isSession(response)) return completeLogin(db, settings, request, response, headers);
  const challenge = cookieOf(headers.getSetCookie(), CHALLENGE_COOKIE);
  if (!challenge) throw new Error('The two-factor response has no challenge cookie.');
  return { body: { twoFactorRequired: true, challenge }, cookies: [] };
}

/** The password is verified before the transaction opens. If it was changed since then, the login is rejected. */
async function createSession({ db, settings, events }: AuthContext, request: RequestContext, credentials: Credentials) {
  const { userId, verified } = await verifyCredentials(db, credentials);
  return db.transaction(async (tx) => {
    const user = await lockIfActive(tx, userId);
    if (!user) throw invalidCredentials();
    await tx.run(updateNeedsNewPassword(userId, !isStaffPassword(credentials.password, user)));
    const unchanged: Passwords = { ...passwords, verify: async ({ hash }) => hash === verified };
    const headers = authHeaders(request, settings);
    const signedIn = await withAuth(
      tx,
      settings,
      ({ api }) => api.signInEmail({ body: credentials, headers, returnHeaders: true }),
      { passwords: unchanged },
    );
    if (isSession(signedIn.response))
      await recordLogin(tx, events, { userId, requestId: request.id, secondFactor: false });
    return signedIn;
  });
}

/** Does the same lookup and hashing for an unknown email address, so that timing does not reveal accounts. */
async function verifyCredentials(db: Db, { email, password }: Credentials) {
  const userId = await findUserId(db, email);
  const hash = await findPasswordHash(db, userId ?? randomUUID());
  if (!userId || !hash) {
    await passwords.hash(password);
    throw invalidCredentials();
  }
  if (!(await passwords.verify({ hash, password }))) throw invalidCredentials();
  return { userId, verified: hash };
}

/** The library limits wrong codes: five per challenge, ten per account. */
export async function completeTwoFactorLogin(
  { db, settings, attempts, events }: AuthContext,
  request: RequestContext,
  { challenge, code }: TwoFactorLogin,
): Promise<WithCookies<SignedIn>> {
  const keys = byIp('loginFromIp', request.ip);
  await attempts.count(...keys);

  const identifier = verifiedValue(challenge, settings.acceptedAuthSecrets) ?? '';
  const headers = new Headers({
    cookie: signedCookie(CHALLENGE_COOKIE, identifier, settings),
    'user-agent': request.headers['user-agent'] ?? '',
  });
  const verified = await db.transaction(async (tx) => {
    const pending = identifier && (await findVerification(tx, settings, identifier));
    if (!pending || !(await lockIfActive(tx, pending.value))) return twoFactorError(undefined);
    const { value: userId } = pending;
    const result = await verifyCode(tx, { settings, userId, code, headers }).catch((error) => {
      if (!isAPIError(error)) throw error;
      events.codeRejected(userId, request.id);
      // Returned, not thrown, so that the count of wrong codes is committed.
      return twoFactorError(error.body?.code);
    });
    if (!(result instanceof DomainError))
      await recordLogin(tx, events, { userId, requestId: request.id, secondFactor: true });
    return result;
  });
  if (verified instanceof DomainError) throw verified;
  await attempts.forgive(...keys);
  if (!isSession(verified.response)) throw new Error('The two-factor login returned no session.');
  return completeLogin(db, settings, request, verified.response, verified.headers);
}

function twoFactorError(code: string | undefined) {
  if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE')
    return new DomainError('unauthenticated', 'invalid_code', identityMessages.codeInvalid);
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED')
    return new DomainError('too_many', 'too_many_attempts', loginMessages.tooMany);
  return new DomainError('unauthenticated', 'challenge_expired', twoFactorLoginMessages.expired);
}

export function logout({ db, settings, events }: AuthContext, request: RequestContext) {
  return db.transaction(async (tx) => {
    const token = sessionToken(request.headers, settings.acceptedAuthSecrets);
    const userId = token && (await findSessionUser(tx, token));
    const isOpen = userId && (await lockIfActive(tx, userId)) && (await tx.run(deleteSession(token)));
    if (isOpen) await events.loggedOut(tx, userId, request.id);
    const { headers } = await withAuth(tx, settings, ({ api }) =>
      api.signOut({ headers: authHeaders(request, settings), returnHeaders: true }),
    );
    return sessionCookies(headers);
  });
}

type NewLogin = { userId: string; requestId: string; secondFactor: boolean };

/** Call in the transaction that creates the session. */
export async function recordLogin(tx: Db, events: SecurityLog, { userId, requestId, secondFactor }: NewLogin) {
  await tx.run(updateLastLogin(userId));
  await events.loginSucceeded(tx, userId, requestId, secondFactor);
}

type NewSession = { token: string; user: { id: string } };
export const isSession = (response: object): response is NewSession =>
  'token' in response && typeof response.token === 'string' && 'user' in response;

/** Deletes the session that the request came with, against session fixation. */
export async function completeLogin(
  db: Db,
  settings: AuthSettings,
  request: RequestContext,
  { token, user }: { token: string | null; user: { id: string } },
  headers: Headers,
): Promise<WithCookies<SignedIn>> {
  if (!token) throw new Error('The library created no session.');
  const previousToken = sessionToken(request.headers, settings.acceptedAuthSecrets);
  const guest = previousToken ? await db.run(findGuest(previousToken)) : undefined;
  if (previousToken) await db.run(deleteSession(previousToken));
  const profile = await getUser(db, user.id);
  const known = profile.guest ? [] : [knownDeviceCookie(request.headers.cookie, profile.email, settings)];
  return {
    guestId: guest?.id,
    body: { user: profile, token: signToken(token, settings.authSecret) },
    cookies: [...sessionCookies(headers), ...known],
  };
}
