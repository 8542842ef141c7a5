import { DEVICE_COOKIE } from '@shop/contracts/checkout/schema';
import { DAY_MS, SECOND_MS } from '@shop/contracts/common/time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken, tokenCookie, tokenIn } from '#platform/http/cookies.ts';

const YEAR_SECONDS = (365 * DAY_MS) / SECOND_MS;

/** Identifies the paying device by a cookie set with its first payment. A device without the cookie is a new one. */
export function deviceOf(request: FastifyRequest, reply: FastifyReply) {
  const known = tokenIn(request.headers.cookie, DEVICE_COOKIE);
  if (known) return known;
  const token = newToken();
  reply.header('set-cookie', tokenCookie(DEVICE_COOKIE, token, YEAR_SECONDS));
  return token;
}
