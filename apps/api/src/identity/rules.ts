import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_COOKIE } from '@shop/contracts/identity';
import { cookie } from '#platform/cookies.ts';

/** A session's token as clients hold it: only with our signature, so that a leaked table opens no account. */
export const signToken = (token: string, secret: string) =>
  `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;

/** The token a request shows, if we signed it. Browsers send the cookie, other clients `Authorization: Bearer`. */
export function sessionToken(headers: IncomingHttpHeaders, secret: string) {
  const signed = bearer(headers.authorization) ?? cookie(headers.cookie, SESSION_COOKIE);
  return signed === undefined ? undefined : verifiedValue(signed, secret);
}

/** What a signed cookie is about, if we signed it. */
export function verifiedValue(signed: string, secret: string) {
  const value = signedValue(signed);
  return timingSafeEquals(decoded(signed), signToken(value, secret)) ? value : undefined;
}

/** What a signed cookie is about, whoever signed it. */
export function signedValue(signed: string) {
  const value = decoded(signed);
  return value.slice(0, Math.max(0, value.lastIndexOf('.')));
}

const bearer = (header: string | undefined) => /^Bearer (\S+)$/i.exec(header ?? '')?.[1];

/** The library also clears cookies of features this shop does not have: only the session's is handed on. */
export const sessionCookies = (headers: Headers) =>
  headers.getSetCookie().filter((line) => line.startsWith(`${SESSION_COOKIE}=`));

/** The value of one cookie among those an answer sets. */
export const cookieOf = (setCookies: string[], name: string) =>
  setCookies
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(';')[0];

function decoded(value: string) {
  try {
    return decodeURIComponent(value);
  } catch {
    return ''; // Not something we ever wrote.
  }
}

/** Takes the same time wherever the difference is. */
function timingSafeEquals(given: string, expected: string) {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
