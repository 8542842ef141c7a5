import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

const SANE_REQUEST_ID = /^[\w.-]{8,64}$/;

/** An id that came along is kept, so that one click can be followed through web and API. */
export function requestId(request: IncomingMessage) {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * Who asks, told to pages and API alike. `ips` ends at the first address that is no trusted proxy, so what a stranger
 * claims about itself goes no further.
 */
export const visitorHeaders = (request: Pick<FastifyRequest, 'id' | 'ip' | 'ips' | 'protocol'>) => ({
  'x-forwarded-for': [...(request.ips ?? [request.ip])].reverse().join(', '),
  'x-forwarded-proto': request.protocol,
  'x-request-id': request.id,
});
