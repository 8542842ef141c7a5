import { AsyncLocalStorage } from 'node:async_hooks';
import { STORE_NAME } from '@shop/contracts/common/constants';
import { DAY_MS, SECOND_MS } from '@shop/contracts/common/time';
import { PASSWORD_MIN, RESET_LINK_MINUTES, SESSION_COOKIE } from '@shop/contracts/identity/constants';
import type { BetterAuthOptions, Auth as Library } from 'better-auth';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { FastifyRequest } from 'fastify';
import { sessionToken, signToken } from '#identity/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { makeRecoveryCodes, recoveryCodeStorage } from './code-rules.ts';
import { libraryAdapter } from './library-queries.ts';
import { type Passwords, passwords } from './passwords.ts';

export type AuthSettings = { authSecret: string; acceptedAuthSecrets: readonly string[]; publicOrigin: string };
/** What the library gets. */
export type LibrarySettings = Pick<AuthSettings, 'authSecret' | 'publicOrigin'>;
type AuthUser = { id: string; name: string; email: string };
type Options = {
  passwords?: Passwords;
  onResetLink?: (link: { user: AuthUser; token: string }) => Promise<void>;
  onPasswordReset?: (reset: { user: AuthUser }) => Promise<void>;
};

type Call = Options & { db: Db };

const calls = new AsyncLocalStorage<Call>();

function currentCall() {
  const call = calls.getStore();
  if (!call) throw new Error('The authentication library is used outside of withAuth.');
  return call;
}

type Auth = Library<ReturnType<typeof authOptions>>;
const instances = new Map<string, Auth>();

/**
 * Calls the authentication library on a pool or an open transaction, with the options of this call. A process has one
 * instance for its settings: creating one takes 1 ms.
 */
export function withAuth<T>(
  db: Db,
  settings: LibrarySettings,
  work: (auth: Auth) => Promise<T>,
  options: Options = {},
): Promise<T> {
  return calls.run({ db, ...options }, () => {
    const key = `${settings.publicOrigin} ${settings.authSecret}`;
    const auth = instances.get(key) ?? betterAuth(authOptions(settings));
    instances.set(key, auth);
    return work(auth);
  });
}

/**
 * Its HTTP handler is not mounted; our routes keep the API's paths and responses, count attempts and check the origin. It
 * has the current secret only: what was signed or encrypted with the previous one is converted before it gets there
 * (`authHeaders`, `currentTotpSecret`).
 */
const authOptions = ({ authSecret, publicOrigin }: LibrarySettings) =>
  ({
    appName: STORE_NAME,
    baseURL: publicOrigin,
    secret: authSecret,
    database: libraryAdapter(() => currentCall().db),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: 200,
      password: {
        hash: (password) => (currentCall().passwords ?? passwords).hash(password),
        verify: (given) => (currentCall().passwords ?? passwords).verify(given),
      },
      resetPasswordTokenExpiresIn: RESET_LINK_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async (link) => currentCall().onResetLink?.(link),
      onPasswordReset: async (reset) => currentCall().onPasswordReset?.(reset),
    },
    // A fixed lifetime from login, regardless of use; by default the library renews it once a day.
    session: { expiresIn: (30 * DAY_MS) / SECOND_MS, disableSessionRefresh: true },
    // A leaked table grants no access: session tokens need our signature, link identifiers are stored hashed.
    verification: { storeIdentifier: 'hashed' },
    plugins: [
      twoFactor({
        issuer: STORE_NAME,
        backupCodeOptions: { customBackupCodesGenerate: makeRecoveryCodes, storeBackupCodes: recoveryCodeStorage },
      }),
    ],
    advanced: {
      useSecureCookies: false,
      cookiePrefix: 'crystalline',
      cookies: { session_token: { name: SESSION_COOKIE } },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: true, path: '/' },
      database: { generateId: false },
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  }) satisfies BetterAuthOptions;

/** The row of a link or challenge, by what was sent to the user; stored are only hashes. */
export const findVerification = (db: Db, settings: LibrarySettings, identifier: string) =>
  withAuth(db, settings, async ({ $context }) => (await $context).internalAdapter.findVerificationValue(identifier));

export type RequestContext = Pick<FastifyRequest, 'headers' | 'id' | 'ip'>;

/**
 * The headers passed to the library: session, signed with the current secret, and device. Its other cookies belong to
 * features this store does not use; one of them (trusted device) would bypass the second factor.
 */
export function authHeaders({ headers }: Pick<RequestContext, 'headers'>, settings: AuthSettings) {
  const known = new Headers();
  const token = sessionToken(headers, settings.acceptedAuthSecrets);
  if (token) known.set('cookie', signedCookie(SESSION_COOKIE, token, settings));
  if (headers['user-agent']) known.set('user-agent', headers['user-agent']);
  return known;
}

export const signedCookie = (name: string, value: string, { authSecret }: Pick<AuthSettings, 'authSecret'>) =>
  `${name}=${encodeURIComponent(signToken(value, authSecret))}`;
