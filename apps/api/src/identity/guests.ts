import { DAY_MS, SECOND_MS } from '@shop/contracts/common/time';
import { GUEST_SESSION_DAYS, SESSION_COOKIE } from '@shop/contracts/identity/constants';
import type { SignedIn } from '@shop/contracts/identity/schema';
import { byIp } from '#identity/auth/attempts.ts';
import { type AuthSettings, type RequestContext, signedCookie } from '#identity/auth/better-auth.ts';
import { type AuthContext, completeLogin, type WithCookies } from '#identity/auth/login.ts';
import { findGuest, insertGuest, insertGuestSession } from './guest-queries.ts';
import { sessionToken } from './rules.ts';

/**
 * Begins a session that can buy, for any address and without looking it up: the response does not depend on whether the
 * address has an account.
 */
export async function startGuestSession(
  { db, settings, attempts }: AuthContext,
  request: RequestContext,
  email: string,
): Promise<WithCookies<SignedIn>> {
  await attempts.count(...byIp('guestsFromIp', request.ip));
  const session = await db.transaction(async (tx) => {
    const token = sessionToken(request.headers, settings.acceptedAuthSecrets);
    const before = token && (await tx.run(findGuest(token)));
    // The same guest again keeps the orders of the session.
    const { id } = before && before.email === email ? before : await tx.run(insertGuest(email));
    return { token: await insertGuestSession(tx, id, request.headers['user-agent']), user: { id } };
  });
  return completeLogin(db, settings, request, session, sessionHeaders(session.token, settings, GUEST_SESSION_DAYS));
}

/** With the attributes that the authentication library gives to the cookie of a login. */
export function sessionHeaders(token: string, settings: AuthSettings, days: number) {
  const age = (days * DAY_MS) / SECOND_MS;
  const value = signedCookie(SESSION_COOKIE, token, settings);
  return new Headers({ 'set-cookie': `${value}; Max-Age=${age}; Path=/; HttpOnly; Secure; SameSite=Lax` });
}
