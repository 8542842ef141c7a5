import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { API_PATHS, EVENTS_PATH } from './api-paths.ts';
import { dropRestOfBody, errorResponseOf } from './error-responses.ts';
import { visitorHeaders } from './visitor.ts';

const TIMES = { connect: { timeout: 1_000 }, headersTimeout: 12_000, bodyTimeout: 60_000 };

/**
 * Larger answers are compressed by whoever makes them, once, or not at all: compressing in flight costs processor time
 * and memory for each request. An answer of unknown length counts as large.
 */
const COMPRESSION_MAX_BYTES = 256 * 1_024;

/** The browser knows one address: what belongs to the API is passed on as it comes. */
export function forwardToApi(app: FastifyInstance, apiUrl: string) {
  app.register(async (forwarded) => {
    forwarded.addHook('onSend', async (request, reply) => {
      const length = Number(reply.getHeader('content-length') ?? Number.POSITIVE_INFINITY);
      // What the compression plugin looks for.
      if (length > COMPRESSION_MAX_BYTES) request.headers['x-no-compression'] = '1';
      dropRestOfBody(request, reply);
    });
    // A copy of the stream: when the API answers before it has read all of it, undici destroys what it was given.
    forwarded.addHook('preParsing', async (_request, _reply, payload) => payload.pipe(new PassThrough()));
    for (const prefix of API_PATHS)
      forwarded.register(httpProxy, { ...proxyOptions(apiUrl, prefix), undici: { connections: 256, ...TIMES } });

    // Events keep their connection for as long as the page is open: they must not use up those of everybody else.
    const openStreams = new Set<ServerResponse>();
    forwarded.register(httpProxy, {
      ...proxyOptions(apiUrl, EVENTS_PATH),
      undici: { connections: null, ...TIMES },
      preHandler: async (_request, reply) => {
        openStreams.add(reply.raw);
        reply.raw.once('close', () => openStreams.delete(reply.raw));
      },
    });
    // They would keep a stopping process waiting. Browsers come again, to another one.
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
    // `Expect` was answered by this server, and is nothing to pass on.
    rewriteRequestHeaders: (request, { expect: _answered, ...headers }) => ({ ...headers, ...visitorHeaders(request) }),
    // These are about the connection to the API, not about the visitor's.
    rewriteHeaders: ({ connection: _connection, 'keep-alive': _keepAlive, ...headers }) => headers,
    // The API's own 503 goes to the client at once; left alone, the proxy would ask ten times more.
    retryDelay: () => null,
    onError(reply) {
      const { headers, body } = errorResponseOf(reply.request, 503);
      reply.code(503).headers(headers).send(body);
    },
  },
});
