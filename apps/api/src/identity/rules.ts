import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { cookie } from '#platform/http/cookies.ts';

/** The session token as sent to clients: with our signature, so that a leaked table grants no access. */
export const signToken = (token: string, secret: string) =>
  `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;

/** The token of a request, if we signed it. Browsers send the cookie, other clients `Authorization: Bearer`. */
export function sessionToken(headers: IncomingHttpHeaders, accepted: readonly string[]) {
  const signed = bearer(headers.authorization) ?? cookie(headers.cookie, SESSION_COOKIE);
  return signed === undefined ? undefined : verifiedValue(signed, accepted);
}

/** The value of a signed cookie, if it was signed with an accepted secret. */
export function verifiedValue(signed: string, accepted: readonly string[]) {
  const value = signedValue(signed);
  const isSigned = accepted.some((secret) => timingSafeEquals(decoded(signed), signToken(value, secret)));
  return isSigned ? value : undefined;
}

/** The value of a signed cookie, without checking the signature. */
export function signedValue(signed: string) {
  const value = decoded(signed);
  return value.slice(0, Math.max(0, value.lastIndexOf('.')));
}

const bearer = (header: string | undefined) => /^Bearer (\S+)$/i.exec(header ?? '')?.[1];

/** The library also clears cookies of features this store does not use: only the session cookie is passed on. */
export const sessionCookies = (headers: Headers) =>
  headers.getSetCookie().filter((line) => line.startsWith(`${SESSION_COOKIE}=`));

/** The value of one cookie in `Set-Cookie` headers. */
export const cookieOf = (setCookies: string[], name: string) =>
  setCookies
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(';')[0];

function decoded(value: string) {
  try {
    return decodeURIComponent(value);
  } catch {
    return ''; // Malformed encoding, so not written by us.
  }
}

/** Constant time for inputs of equal length. */
function timingSafeEquals(given: string, expected: string) {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
