import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import compress from '@fastify/compress';
import type { FastifyHttpProxyOptions } from '@fastify/http-proxy';
import httpProxy from '@fastify/http-proxy';
import files from '@fastify/static';
import type { Problem } from '@shop/contracts/common/problem';
import { redactUrl } from '@shop/contracts/common/redact-url';
import { loginMessages } from '@shop/contracts/identity/auth-messages';
import { clientNetworks } from '@shop/telemetry/client-networks';
import type { Registry } from '@shop/telemetry/metrics';
import { onRequestEnd } from '@shop/telemetry/request-end';
import { endServerSpan, type Span, startServerSpan, traceparentOf } from '@shop/telemetry/tracing';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { config as allSettings } from '../app/lib/config.server.ts';
import { securityHeaders } from '../app/lib/security-headers.server.ts';
import { reportUpstreamError, upstreamErrorOf } from '../app/lib/upstream-errors.server.ts';
import { API_PATHS, EVENTS_PATH, LOGIN_PATH } from './api-paths.ts';
import { limitRequests } from './client-limits.ts';
import {
  dropRestOfBody,
  errorResponseOf,
  handleClientError,
  handleError,
  handleUnroutable,
  rejectMalformed,
  sendError,
} from './error-responses.ts';
import { measurePages, measureRequests, measureUpstreamErrors } from './metrics.ts';
import { COMPRESSION_MIN_BYTES } from './page-response.ts';
import { renderPages } from './pages.ts';
import { receiveReports } from './receive-reports.ts';
import { limitRendering } from './render-limits.ts';
import { routePatterns } from './route-patterns.ts';
import { requestId, visitorHeaders } from './visitor.ts';

type WebServerOptions = {
  config: Pick<typeof allSettings, 'apiUrl' | 'overTls' | 'publicOrigin' | 'rateLimitFactor' | 'trustedProxies'>;
  log: FastifyBaseLogger;
  build: ServerBuild;
  clientFiles: string;
  /** Directory with the assets of other releases. */
  sharedAssets?: string;
  register: Registry;
};

const SECONDS = 1_000;

/** One of any number of identical processes: no request depends on the state of an earlier one. */
export async function createWebServer(options: WebServerOptions) {
  const { config, log, build, clientFiles, sharedAssets, register } = options;
  const defaultHeaders = securityHeaders(config);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    trustProxy: config.trustedProxies,
    // Enough to upload a CSV file of 100,000 products over a slow connection.
    requestTimeout: 120 * SECONDS,
    connectionTimeout: 60 * SECONDS,
    // A connection that sends its headers too slowly gets a 408.
    http: { headersTimeout: 10 * SECONDS, connectionsCheckingInterval: 2 * SECONDS },
    // Longer than the keep-alive of any proxy in front, so that the client always closes first.
    keepAliveTimeout: 75 * SECONDS,
    // A stopping server still serves requests; readiness has already redirected new traffic.
    return503OnClosing: false,
    // No hook has run for these errors.
    frameworkErrors: (error, request, reply) =>
      handleError(error, request, reply.headers({ ...defaultHeaders, 'x-request-id': request.id })),
    clientErrorHandler: handleClientError(defaultHeaders),
  });
  handleUnroutable(app, defaultHeaders);
  limitConnections(app.server, config.trustedProxies);
  app.setErrorHandler(handleError);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...defaultHeaders, 'x-request-id': request.id });
  });
  onRequestEnd(app, (request, reply) => {
    const { method, ip } = request;
    const url = redactUrl(request.url);
    const aborted = reply.raw.writableFinished ? undefined : true;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, url, status: reply.statusCode, aborted, ms, ip }, 'answered');
  });
  const patternOf = routePatterns(build);
  measureRequests(app, register, patternOf);
  measureUpstreamErrors(register);
  traceVisits(app, patternOf);
  limitRequests(app, config.rateLimitFactor);
  app.addHook('onRequest', rejectMalformed);
  app.setNotFoundHandler((request, reply) => sendError(request, reply, 404));

  await app.register(compress, {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });

  // A missing file of an older build must be a 404, not a page.
  await app.register(files, {
    root: [join(clientFiles, 'assets'), ...(sharedAssets ? [sharedAssets] : [])],
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  await app.register(files, {
    root: clientFiles,
    globIgnore: ['assets/**'],
    wildcard: false,
    decorateReply: false,
    maxAge: '1h',
  });

  const health = reportHealth(app, config.apiUrl);
  forwardToApi(app, config.apiUrl);
  await receiveReports(app, { ...config, patternOf, register });
  const [renderInTurn, payInTurn] = [limitRendering(config.rateLimitFactor), limitRendering(config.rateLimitFactor)];
  const { publicOrigin } = config;
  renderPages(app, build, { publicOrigin, renderInTurn, payInTurn, ...measurePages(register, patternOf) });
  return { app, ...health };
}

/** Open connections per client IP. A browser opens six, so an office behind one IP has room for dozens of users. */
const PER_CLIENT = 200;
/** Open connections of all clients; an idle one takes about 10 KB. */
const IN_ALL = 10_000;

/**
 * Closes connections above the limit of a client. Trusted proxies are exempt: they forward the requests of all clients
 * and limit those themselves.
 */
function limitConnections(server: Server, trustedProxies: string[]) {
  const open = new Map<string, number>();
  const isTrusted = trustTest(trustedProxies);
  server.maxConnections = IN_ALL;

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isTrusted(remoteAddress)) return;
    const networks = clientNetworks(remoteAddress);
    const countOf = (network: string) => open.get(network) ?? 0;
    if (networks.some(({ network, factor }) => countOf(network) >= PER_CLIENT * factor)) return socket.destroy();
    for (const { network } of networks) open.set(network, countOf(network) + 1);
    socket.once('close', () => {
      for (const { network } of networks) {
        const remaining = countOf(network) - 1;
        if (remaining > 0) open.set(network, remaining);
        else open.delete(network);
      }
    });
  });
}

function trustTest(trustedProxies: string[]) {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    trusted.addSubnet(address, bits ? Number(bits) : family === 'ipv6' ? 128 : 32, family);
  }
  return (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Trace context that a browser sends is neither used nor forwarded: anyone could add to our traces. */
const NOT_TRUSTED = ['traceparent', 'tracestate', 'baggage'];

/** One span for each page and each request that is forwarded to the API, which continues the trace. */
function traceVisits(app: FastifyInstance, patternOf: (pathname: string) => string) {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', async (request) => {
    const { headers } = request.raw;
    for (const name of NOT_TRUSTED) delete headers[name];
    const started = isTraced(request) ? startServerSpan(request.method, request.id) : undefined;
    if (!started) return;
    const { span } = started;
    spans.set(request, span);
    headers.traceparent = traceparentOf(span);
    request.log = request.log.child({ traceId: span.spanContext().traceId });
  });
  onRequestEnd(app, (request, reply) => {
    const span = spans.get(request);
    const { method } = request;
    if (span) endServerSpan(span, { method, route: routeOf(request, patternOf), status: reply.statusCode });
  });
}

const isPage = ({ routeOptions: { url = '' } }: FastifyRequest) => url === '/*' || url.startsWith('/admin/');
const isForwarded = ({ routeOptions: { url = '' } }: FastifyRequest) => API_PATHS.some((path) => url.startsWith(path));

/** Not files and health checks. */
const isTraced = (request: FastifyRequest) => isPage(request) || isForwarded(request);

const routeOf = (request: FastifyRequest, patternOf: (pathname: string) => string) =>
  isPage(request) ? patternOf(request.url.replace(/\?.*/s, '')) : (request.routeOptions.url ?? 'unknown');

/** Less than the second in which many load balancers expect an answer. */
const API_TIMEOUT_MS = 500;

/**
 * Live: the process responds. Ready: it is not draining. Without the API it still shows error pages that offer to try
 * again, and the load balancer has nothing better: the state of the API is only reported.
 */
function reportHealth(app: FastifyInstance, apiUrl: string) {
  let draining = false;
  app.addHook('onRequest', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  const checkReadiness = async () => {
    const api = (await isReady(apiUrl)) ? 'ready' : 'not ready';
    return { ready: !draining, body: { status: draining ? 'draining' : 'ready', api } };
  };

  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'live' }));
  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const { ready, body } = await checkReadiness();
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body);
  });

  return {
    checkReadiness,
    startDraining() {
      draining = true;
    },
  };
}

const isReady = (apiUrl: string) =>
  fetch(`${apiUrl}/health/ready`, { signal: AbortSignal.timeout(API_TIMEOUT_MS) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );

const TIMES = { connect: { timeout: 1_000 }, headersTimeout: 12_000, bodyTimeout: 60_000 };

/**
 * Larger responses are compressed at their source, once, or not at all: compressing in the proxy costs CPU time and
 * memory for each request. A response of unknown length counts as large.
 */
const COMPRESSION_MAX_BYTES = 256 * 1_024;

/** The browser uses one origin: requests for the API are streamed through. */
function forwardToApi(app: FastifyInstance, apiUrl: string) {
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

/** As many as an API process works on: the last one waits about a second. Two hash at a time, so none has to idle. */
const LOGINS_AT_ONCE = 20;

/** Load shedding: the API would refuse these logins too, but each one forwarded costs both processes a whole request. */
function limitLogins(app: FastifyInstance) {
  let active = 0;
  app.addHook('onRequest', async ({ method, url, id }, reply) => {
    if (method !== 'POST' || url.split('?', 1)[0] !== LOGIN_PATH) return;
    if (active === LOGINS_AT_ONCE) {
      const problem: Problem = {
        type: 'about:blank',
        title: STATUS_CODES[429] ?? '',
        status: 429,
        code: 'busy',
        message: loginMessages.busy,
        requestId: id,
      };
      const headers = { 'cache-control': 'no-store', 'content-type': 'application/problem+json', 'retry-after': 1 };
      return reply.code(429).headers(headers).send(JSON.stringify(problem));
    }
    active += 1;
    reply.raw.once('close', () => {
      active -= 1;
    });
  });
}
