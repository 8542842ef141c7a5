import { join } from 'node:path';
import compress from '@fastify/compress';
import files from '@fastify/static';
import { redactUrl } from '@shop/contracts/common/redact-url';
import type { Registry } from '@shop/telemetry/metrics';
import { onRequestEnd } from '@shop/telemetry/request-end';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { config as allSettings } from '../app/lib/config.server.ts';
import { securityHeaders } from '../app/lib/security-headers.server.ts';
import { forwardToApi } from './api-proxy.ts';
import { limitRequests } from './client-limits.ts';
import { limitConnections } from './connection-limits.ts';
import { handleClientError, handleError, handleUnroutable, rejectMalformed, sendError } from './error-responses.ts';
import { reportHealth } from './health.ts';
import { measurePages, measureRequests, measureUpstreamErrors } from './metrics.ts';
import { renderPages } from './pages.ts';
import { limitRendering } from './render-limits.ts';
import { receiveReports } from './reports/receive-reports.ts';
import { routePatterns } from './route-patterns.ts';
import { traceVisits } from './visit-spans.ts';
import { requestId } from './visitor.ts';

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
  const renderInTurn = limitRendering(config.rateLimitFactor);
  renderPages(app, build, { publicOrigin: config.publicOrigin, renderInTurn, ...measurePages(register, patternOf) });
  return { app, ...health };
}
