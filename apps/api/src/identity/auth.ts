import { SESSION_COOKIE } from '@shop/contracts/identity';
import { PASSWORD_MIN, RESET_LINK_MINUTES } from '@shop/contracts/identity-texts';
import { STORE_NAME } from '@shop/contracts/site';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { bearer, twoFactor } from 'better-auth/plugins';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#db.ts';
import { type Passwords, passwords } from './passwords.ts';
import { accounts, sessions, twoFactors, users, verifications } from './schema.ts';

const DAYS = 24 * 60 * 60;

export type AuthSettings = { authSecret: string; publicOrigin: string };
type Person = { id: string; name: string; email: string };
type Options = {
  passwords?: Passwords;
  onResetLink?: (link: { user: Person; token: string }) => Promise<void>;
  onPasswordReset?: (reset: { user: Person }) => Promise<void>;
};

/**
 * The authentication library on a pool or on an open transaction: it takes a millisecond to make, so whatever must
 * happen together gets one of its own. Its HTTP handler is not mounted; our routes keep the shop's paths and answers,
 * count the attempts and check the origin.
 */
export function authOn(db: Db, { authSecret, publicOrigin }: AuthSettings, options: Options = {}) {
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
    session: { expiresIn: 30 * DAYS },
    // A leaked table opens no account: neither sessions nor links work without what only their owner holds.
    verification: { storeIdentifier: 'hashed' },
    plugins: [twoFactor({ issuer: STORE_NAME }), bearer({ requireSignature: true })],
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

export type Visit = Pick<FastifyRequest, 'headers' | 'ip'>;

/** What the library may know of a request: who shows which session, from what device. */
export function visitorHeaders({ headers }: Pick<Visit, 'headers'>) {
  const told = new Headers();
  for (const name of ['cookie', 'authorization', 'user-agent'] as const) {
    const value = headers[name];
    if (value) told.set(name, value);
  }
  return told;
}
