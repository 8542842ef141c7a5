import { randomBytes } from 'node:crypto';
import { DEVICE_COOKIE } from '@shop/contracts/checkout';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookie } from '#platform/cookies.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Identifies the paying device by a cookie set with its first payment. A device without the cookie is a new one. */
export function deviceOf(request: FastifyRequest, reply: FastifyReply) {
  const known = cookie(request.headers.cookie, DEVICE_COOKIE);
  if (known && /^[\w-]{43}$/.test(known)) return known;
  const token = randomBytes(32).toString('base64url');
  reply.header(
    'set-cookie',
    `${DEVICE_COOKIE}=${token}; Max-Age=${YEAR_SECONDS}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  );
  return token;
}
