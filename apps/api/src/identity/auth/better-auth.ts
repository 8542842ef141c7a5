import { STORE_NAME } from '@shop/contracts/common/constants';
import { PASSWORD_MIN, RESET_LINK_MINUTES, SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { FastifyRequest } from 'fastify';
import { sessionToken, signToken } from '#identity/rules.ts';
import { accounts, sessions, twoFactors, users, verifications } from '#identity/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { makeRecoveryCodes, recoveryCodeStorage } from './code-rules.ts';
import { type Passwords, passwords } from './passwords.ts';

const DAYS = 24 * 60 * 60;

export type AuthSettings = { authSecret: string; acceptedAuthSecrets: readonly string[]; publicOrigin: string };
/** What the library gets. */
export type LibrarySettings = Pick<AuthSettings, 'authSecret' | 'publicOrigin'>;
type AuthUser = { id: string; name: string; email: string };
type Options = {
  passwords?: Passwords;
  onResetLink?: (link: { user: AuthUser; token: string }) => Promise<void>;
  onPasswordReset?: (reset: { user: AuthUser }) => Promise<void>;
};

/**
 * The authentication library on a pool or an open transaction: an instance takes 1 ms to create, so each transaction
 * gets its own. Its HTTP handler is not mounted; our routes keep the API's paths and responses, count attempts and
 * check the origin. It has the current secret only: what was signed or encrypted with the previous one is converted
 * before it gets there (`authHeaders`, `currentTotpSecret`).
 */
export function createAuth(db: Db, { authSecret, publicOrigin }: LibrarySettings, options: Options = {}) {
  return betterAuth({
    appName: STORE_NAME,
    baseURL: publicOrigin,
    secret: authSecret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications, twoFactor: twoFactors },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: 200,
      password: options.passwords ?? passwords,
      resetPasswordTokenExpiresIn: RESET_LINK_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: options.onResetLink,
      onPasswordReset: options.onPasswordReset,
    },
    // A fixed lifetime from login, regardless of use; by default the library renews it once a day.
    session: { expiresIn: 30 * DAYS, disableSessionRefresh: true },
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
  });
}

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
