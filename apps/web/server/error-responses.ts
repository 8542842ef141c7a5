import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { problemMessages } from '@shop/contracts/common/messages';
import type { Problem } from '@shop/contracts/common/problem';
import { redactUrl } from '@shop/contracts/common/redact-url';
import { reportError } from '@shop/telemetry/error-reports';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PATHS } from './api-paths.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const MESSAGES: Record<number, string> = {
  404: problemMessages.notFound,
  413: problemMessages.tooLarge,
  414: problemMessages.tooLarge,
  415: problemMessages.unsupportedType,
  429: problemMessages.tooManyRequests,
  431: problemMessages.tooLarge,
  503: problemMessages.unavailable,
};
const messageFor = (status: number) =>
  MESSAGES[status] ?? (status < 500 ? problemMessages.invalid : problemMessages.unexpected);

const RETRYABLE = [429, 503];
const RETRY_AFTER_SECONDS = 5;

/** The web server's own errors: a status and one sentence, never the message of a library. */
export const sendError = (request: FastifyRequest, reply: FastifyReply, status: number) => {
  const { headers, body } = errorResponseOf(request, status);
  return reply.code(status).headers(headers).send(body);
};

export function errorResponseOf({ id, url }: Pick<FastifyRequest, 'id' | 'url'>, status: number) {
  const message = messageFor(status);
  const headers = {
    'cache-control': 'no-store',
    ...(RETRYABLE.includes(status) && { 'retry-after': RETRY_AFTER_SECONDS }),
  };
  if (!API_PATHS.some((path) => url.startsWith(path)))
    return { headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body: message };
  const title = STATUS_CODES[status] ?? 'Error';
  const code = status === 503 ? 'unavailable' : title.toLowerCase().replaceAll(' ', '_');
  const problem: Problem = { type: 'about:blank', title, status, code, message, requestId: id };
  return { headers: { ...headers, 'content-type': 'application/problem+json' }, body: JSON.stringify(problem) };
}

/**
 * Reads and discards the rest of a request body after the response (until `requestTimeout`): closing the connection
 * would reset it, and a proxy or client that has not read the response yet would lose it.
 */
export function dropRestOfBody({ raw }: FastifyRequest, reply: FastifyReply) {
  if (raw.complete) return;
  reply.removeHeader('connection');
  raw.unpipe();
  raw.resume();
}

/** Logs server errors and sends a generic message for them. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (reply.raw.destroyed) {
    request.markAnswered?.();
    return void request.log.info({ url: redactUrl(request.url) }, 'client disconnected');
  }
  const status = error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500;
  if (status === 500) {
    request.log.error({ err: error }, 'request failed');
    reportError(error, { requestId: request.id, route: request.routeOptions.url });
  }
  dropRestOfBody(request, reply);
  // A path outside of the files, or to a hidden one, must look like a missing file.
  return sendError(request, reply, status === 403 ? 404 : status);
}

/** Rejects targets that are not paths, and unsupported methods, before they are routed. */
export async function rejectMalformed(request: FastifyRequest, reply: FastifyReply) {
  if (!request.url.startsWith('/')) return sendError(request, reply, 400);
  if (!METHODS.includes(request.method)) return sendError(request, reply.header('allow', METHODS.join(', ')), 405);
}

/** Errors before Fastify has a request: malformed or too slow. */
export const handleClientError =
  (headers: Record<string, string>) => (error: Error & { code?: string }, socket: Socket) => {
    const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
    if (error.code !== 'ECONNRESET' && socket.writable)
      socket.write(rawErrorResponse(statuses[error.code ?? ''] ?? 400, headers));
    socket.destroy();
  };

/** Requests that Node alone would reject without a message. */
export function handleUnroutable({ server }: FastifyInstance, headers: Record<string, string>) {
  server.on('connect', (_request, socket) => socket.end(rawErrorResponse(405, headers)));
  server.on('checkExpectation', (_request, response) =>
    response.writeHead(417, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end(messageFor(417)),
  );
}

function rawErrorResponse(status: number, headers: Record<string, string>) {
  const body = messageFor(status);
  const lines = Object.entries({
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': `${Buffer.byteLength(body)}`,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
