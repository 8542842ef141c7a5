import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { reportUpstreamError, upstreamErrorOf } from '../app/lib/upstream-errors.server.ts';
import { API_PATHS, EVENTS_PATH } from './api-paths.ts';
import { dropRestOfBody, errorResponseOf } from './error-responses.ts';
import { limitLogins } from './login-limit.ts';
import { COMPRESSION_MIN_BYTES } from './page-response.ts';
import { visitorHeaders } from './visitor.ts';

const TIMES = { connect: { timeout: 1_000 }, headersTimeout: 12_000, bodyTimeout: 60_000 };

/**
 * Larger responses are compressed at their source, once, or not at all: compressing in the proxy costs CPU time and
 * memory for each request. A response of unknown length counts as large.
 */
const COMPRESSION_MAX_BYTES = 256 * 1_024;

/** The browser uses one origin: requests for the API are streamed through. */
export function forwardToApi(app: FastifyInstance, apiUrl: string) {
  app.register(async (forwarded) => {
    limitLogins(forwarded);
    forwarded.addHook('onSend', async (request, reply) => {
      const length = Number(reply.getHeader('content-length') ?? Number.POSITIVE_INFINITY);
      // The compression plugin skips requests with this header.
      if (length < COMPRESSION_MIN_BYTES || length > COMPRESSION_MAX_BYTES) request.headers['x-no-compression'] = '1';
      dropRestOfBody(request, reply);
    });
    // A copy of the stream: undici destroys its input when the API responds before it has read the whole body.
    forwarded.addHook('preParsing', async (_request, _reply, payload) => payload.pipe(new PassThrough()));
    for (const prefix of API_PATHS)
      forwarded.register(httpProxy, { ...proxyOptions(apiUrl, prefix), undici: { connections: 256, ...TIMES } });

    // Event streams hold their connection while a page is open: they must not exhaust the pool of other requests.
    const openStreams = new Set<ServerResponse>();
    forwarded.register(httpProxy, {
      ...proxyOptions(apiUrl, EVENTS_PATH),
      undici: { connections: null, ...TIMES },
      preHandler: async (_request, reply) => {
        openStreams.add(reply.raw);
        reply.raw.once('close', () => openStreams.delete(reply.raw));
      },
    });
    // Open streams would delay the shutdown. Browsers reconnect, to another process.
    forwarded.addHook('preClose', async () => {
      for (const response of openStreams) response.destroy();
    });
  });
}

const proxyOptions = (apiUrl: string, prefix: string): FastifyHttpProxyOptions => ({
  upstream: apiUrl,
  prefix,
  rewritePrefix: prefix,
  disableRequestLogging: true,
  replyOptions: {
    // `Expect` was handled by this server and is not forwarded.
    rewriteRequestHeaders: (request, { expect: _handled, ...headers }) => ({ ...headers, ...visitorHeaders(request) }),
    // Hop-by-hop headers of the connection to the API, not of the visitor's.
    rewriteHeaders: ({ connection: _connection, 'keep-alive': _keepAlive, ...headers }) => headers,
    // The API's own 503 goes to the client at once; by default the proxy would retry ten times.
    retryDelay: () => null,
    onError(reply, { error }) {
      reportUpstreamError(upstreamErrorOf(error));
      const { headers, body } = errorResponseOf(reply.request, 503);
      reply.code(503).headers(headers).send(body);
    },
  },
});
