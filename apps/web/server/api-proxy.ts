import type { ServerResponse } from 'node:http';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import { type Problem, problemMessages } from '@shop/contracts/problem';
import type { FastifyInstance } from 'fastify';
import { API_PATHS, EVENTS_PATH } from './api-paths.ts';
import { visitorHeaders } from './visitor.ts';

const RETRY_AFTER_SECONDS = 5;
const TIMES = { connect: { timeout: 1_000 }, headersTimeout: 12_000, bodyTimeout: 60_000 };

/** The browser knows one address: what belongs to the API is passed on as it comes. */
export function forwardToApi(app: FastifyInstance, apiUrl: string) {
  for (const prefix of API_PATHS)
    app.register(httpProxy, { ...passedOn(apiUrl, prefix), undici: { connections: 256, ...TIMES } });

  // Events keep their connection for as long as the page is open: they must not use up those of everybody else.
  const open = new Set<ServerResponse>();
  app.register(httpProxy, {
    ...passedOn(apiUrl, EVENTS_PATH),
    undici: { connections: null, ...TIMES },
    preHandler: async (_request, reply) => {
      open.add(reply.raw);
      reply.raw.once('close', () => open.delete(reply.raw));
    },
  });
  // They would keep a stopping process waiting. Browsers come again, to another one.
  app.addHook('preClose', async () => {
    for (const response of open) response.destroy();
  });
}

const passedOn = (apiUrl: string, prefix: string): FastifyHttpProxyOptions => ({
  upstream: apiUrl,
  prefix,
  rewritePrefix: prefix,
  disableRequestLogging: true,
  replyOptions: {
    rewriteRequestHeaders: (request, headers) => ({ ...headers, ...visitorHeaders(request) }),
    // The API's own 503 goes to the client at once; left alone, the proxy would ask ten times more.
    retryDelay: () => null,
    onError(reply) {
      const problem: Problem = {
        type: 'about:blank',
        title: 'Service Unavailable',
        status: 503,
        code: 'unavailable',
        message: problemMessages.unavailable,
        requestId: reply.request.id,
      };
      reply
        .code(503)
        .headers({ 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'no-store' })
        .type('application/problem+json')
        .send(JSON.stringify(problem));
    },
  },
});
