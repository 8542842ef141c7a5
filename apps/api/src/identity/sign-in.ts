import { randomUUID } from 'node:crypto';
import type { Credentials, LoginAnswer, Registration, SignedIn, TwoFactorAnswer } from '@shop/contracts/identity';
import { loginMessages, registerMessages, twoFactorLoginMessages } from '@shop/contracts/identity-texts';
import { isAPIError } from 'better-auth/api';
import type { Db } from '#db.ts';
import { queueMail } from '#mail/service.ts';
import { lockIfActive } from '#platform/active-user.ts';
import { DomainError } from '#platform/errors.ts';
import { type Attempts, fromAddress, toAccount } from './attempts.ts';
import { type AuthSettings, authOn, type Visit, visitorHeaders } from './auth.ts';
import { type Passwords, passwords, settled } from './passwords.ts';
import { deleteSession, findPasswordHash, findUserId } from './queries.ts';
import { cookieOf, sessionToken, signedValue, signToken } from './rules.ts';
import { getUser } from './service.ts';

const CHALLENGE_COOKIE = 'crystalline.two_factor';
const APP_CODE = /^\d{6}$/;

/** What signing in needs besides the visit itself. */
export type Entrance = { db: Db; settings: AuthSettings; attempts: Attempts };
/** An answer, and the cookies that go with it. */
export type Admitted<T> = { answer: T; cookies: string[] };

const invalidCredentials = () => new DomainError('unauthenticated', 'invalid_credentials', loginMessages.refused);
const emailExists = () => new DomainError('conflict', 'email_exists', registerMessages.refused);

export async function register(
  { db, settings, attempts }: Entrance,
  visit: Visit,
  registration: Registration,
): Promise<Admitted<SignedIn>> {
  const tries = [fromAddress('registerFromAddress', visit.ip)];
  await attempts.count(...tries);
  if (await findUserId(db, registration.email)) throw emailExists();

  const auth = settled(await passwords.hash(registration.password));
  const signedUp = await db
    .transaction(async (tx) => {
      const { api } = authOn(tx, settings, { passwords: auth });
      const headers = visitorHeaders(visit);
      const answer = await api.signUpEmail({ body: registration, headers, returnHeaders: true });
      const { id: userId, name, email: to } = answer.response.user;
      await queueMail(tx, { kind: 'welcome', to, userId, key: userId, data: { name } });
      return answer;
    })
    .catch(async (error) => {
      // Someone else took the address in the same moment; the library tells only that it failed.
      throw (await findUserId(db, registration.email)) ? emailExists() : error;
    });
  await attempts.forgive(...tries);
  return admit(db, settings, visit, signedUp.response, signedUp.headers);
}

export async function login(
  { db, settings, attempts }: Entrance,
  visit: Visit,
  credentials: Credentials,
): Promise<Admitted<LoginAnswer>> {
  const tries = [fromAddress('loginFromAddress', visit.ip), toAccount('loginToAccount', credentials.email)];
  await attempts.count(...tries);

  const { response, headers } = await signIn(db, settings, visit, credentials).catch(async (error) => {
    if (isAPIError(error)) throw invalidCredentials();
    // Not a wrong password: too busy, or the database is away.
    if (!(error instanceof DomainError) || error.kind !== 'unauthenticated') await attempts.forgive(...tries);
    throw error;
  });
  await attempts.forgive(...tries);

  if (isSession(response)) return admit(db, settings, visit, response, headers);
  const challenge = cookieOf(headers.getSetCookie(), CHALLENGE_COOKIE);
  if (!challenge) throw new Error('The second step has no challenge.');
  return { answer: { twoFactorRequired: true, challenge }, cookies: [] };
}

/** The password is verified before the transaction opens. One that was changed since then is refused. */
async function signIn(db: Db, settings: AuthSettings, visit: Visit, credentials: Credentials) {
  const { userId, verified } = await verifyCredentials(db, credentials);
  return db.transaction(async (tx) => {
    if (!(await lockIfActive(tx, userId))) throw invalidCredentials();
    const unchanged: Passwords = { ...passwords, verify: async ({ hash }) => hash === verified };
    return authOn(tx, settings, { passwords: unchanged }).api.signInEmail({
      body: credentials,
      headers: visitorHeaders(visit),
      returnHeaders: true,
    });
  });
}

/** An unknown address is looked up and hashed for as long as a known one, so that the time tells nothing. */
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

/** The second step. The library counts wrong codes: five for a challenge, ten for an account. */
export async function answerTwoFactor(
  { db, settings, attempts }: Entrance,
  visit: Visit,
  { challenge, code }: TwoFactorAnswer,
): Promise<Admitted<SignedIn>> {
  const tries = [fromAddress('loginFromAddress', visit.ip)];
  await attempts.count(...tries);

  const headers = new Headers({
    cookie: `${CHALLENGE_COOKIE}=${challenge}`,
    'user-agent': visit.headers['user-agent'] ?? '',
  });
  const verified = await db.transaction(async (tx) => {
    const { api, $context } = authOn(tx, settings);
    const { internalAdapter } = await $context;
    // Unverified here, and only to lock whom it names: the library checks the signature.
    const pending = await internalAdapter.findVerificationValue(signedValue(challenge));
    if (!pending || !(await lockIfActive(tx, pending.value))) return secondStepRefusal(undefined);
    const verify = APP_CODE.test(code) ? api.verifyTOTP : api.verifyBackupCode;
    // Returned, not thrown: the count of wrong codes is to be committed.
    return verify({ body: { code }, headers, returnHeaders: true }).catch((error) => {
      if (isAPIError(error)) return secondStepRefusal(error.body?.code);
      throw error;
    });
  });
  if (verified instanceof DomainError) throw verified;
  await attempts.forgive(...tries);
  if (!isSession(verified.response)) throw new Error('The second step gave no session.');
  return admit(db, settings, visit, verified.response, verified.headers);
}

function secondStepRefusal(code: string | undefined) {
  if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE')
    return new DomainError('unauthenticated', 'code_refused', twoFactorLoginMessages.refused);
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED')
    return new DomainError('too_many', 'too_many_attempts', loginMessages.tooMany);
  return new DomainError('unauthenticated', 'challenge_expired', twoFactorLoginMessages.expired);
}

export async function logout(db: Db, settings: AuthSettings, visit: Visit) {
  const { headers } = await authOn(db, settings).api.signOut({ headers: visitorHeaders(visit), returnHeaders: true });
  return headers.getSetCookie();
}

type NewSession = { token: string; user: { id: string } };
const isSession = (response: object): response is NewSession =>
  'token' in response && typeof response.token === 'string' && 'user' in response;

/** Nobody keeps the session they came with: a planted one is worth nothing after the login. */
export async function admit(
  db: Db,
  settings: AuthSettings,
  visit: Visit,
  { token, user }: { token: string | null; user: { id: string } },
  headers: Headers,
): Promise<Admitted<SignedIn>> {
  if (!token) throw new Error('No session was made.');
  const before = sessionToken(visit.headers, settings.authSecret);
  if (before) await deleteSession(db, before);
  return {
    answer: { user: await getUser(db, user.id), token: signToken(token, settings.authSecret) },
    cookies: headers.getSetCookie(),
  };
}
