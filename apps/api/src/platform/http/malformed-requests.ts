import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { problemMessages } from '@shop/contracts/common/messages';
import type { Problem } from '@shop/contracts/common/problem';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handleError, sendProblem } from './problem.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Headers of responses that bypass all hooks. */
const HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
};

/** For errors of the router, which occur before all hooks. */
export const handleRouterError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  handleError(error, request, reply.headers({ ...HEADERS, 'x-request-id': request.id }));

/** For connections without a valid request: malformed or too slow. */
export function handleClientError(error: Error & { code?: string }, socket: Socket) {
  const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
  if (error.code !== 'ECONNRESET' && socket.writable) socket.write(rawProblem(statuses[error.code ?? ''] ?? 400));
  socket.destroy();
}

/** Rejects targets other than paths, unsupported methods, and what Node would answer without a body. */
export function rejectMalformed(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/')) return sendProblem(request, reply, describe(400));
    if (!METHODS.includes(request.method))
      return sendProblem(request, reply.header('allow', METHODS.join(', ')), describe(405));
  });
  app.server.on('connect', (_request, socket) => socket.end(rawProblem(405)));
  app.server.on('checkExpectation', ({ socket }) => socket.end(rawProblem(417)));
}

const describe = (status: number) => ({
  status,
  code: status === 431 ? 'too_large' : 'malformed',
  message: status === 431 ? problemMessages.tooLarge : problemMessages.invalid,
});

function rawProblem(status: number) {
  const title = STATUS_CODES[status] ?? '';
  const problem: Problem = { type: 'about:blank', title, requestId: randomUUID(), ...describe(status) };
  const body = JSON.stringify(problem);
  const headers = {
    ...HEADERS,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`;
}
