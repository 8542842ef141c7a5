import { randomBytes } from 'node:crypto';

/** The value of a cookie in a `Cookie` header. */
export const cookie = (header: string | undefined, name: string) =>
  header
    ?.split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** 32 random bytes in base64url, for a cookie that identifies a browser. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The token in a cookie; any other value is ignored. */
export function tokenIn(header: string | undefined, name: string) {
  const token = cookie(header, name);
  return token && /^[\w-]{43}$/.test(token) ? token : undefined;
}

export const tokenCookie = (name: string, token: string, maxAgeSeconds: number) =>
  `${name}=${token}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; Secure; SameSite=Lax`;
