import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

const SANE_REQUEST_ID = /^[\w.-]{8,64}$/;

/** Keeps a valid incoming id, so that a request can be traced through web and API. */
export function requestId(request: IncomingMessage) {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * Identify the client to pages and API. `ips` ends at the first IP that is not a trusted proxy, so that headers forged
 * by a client are not forwarded.
 */
export const visitorHeaders = (request: Pick<FastifyRequest, 'id' | 'ip' | 'ips' | 'protocol' | 'headers'>) => ({
  'x-forwarded-for': [...(request.ips ?? [request.ip])].reverse().join(', '),
  'x-forwarded-proto': request.protocol,
  'x-request-id': request.id,
  // Our own: `traceVisits` has replaced that of the client.
  ...(typeof request.headers.traceparent === 'string' && { traceparent: request.headers.traceparent }),
});
