import type { Server } from 'node:http';
import { type FastifyBaseLogger, type FastifyHttpOptions, LogController } from 'fastify';
import { requestId } from '#platform/logging.ts';
import { handleClientError, handleRouterError } from './malformed-requests.ts';

const KIB = 1_024;
const SECONDS = 1_000;

/** Limits and timeouts of the HTTP server. */
export const serverOptions = (log: FastifyBaseLogger, trustedProxies: string[]) =>
  ({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    trustProxy: trustedProxies,
    routerOptions: { maxParamLength: 250 },
    frameworkErrors: handleRouterError,
    clientErrorHandler: handleClientError,
    bodyLimit: 64 * KIB,
    // Long enough to upload a CSV of 100,000 products over a slow connection.
    requestTimeout: 120 * SECONDS,
    http: { headersTimeout: 10 * SECONDS, connectionsCheckingInterval: 2 * SECONDS },
    handlerTimeout: 10 * SECONDS,
    connectionTimeout: 30 * SECONDS,
    // Longer than the keep-alive timeout of any proxy in front, so that the client always closes first.
    keepAliveTimeout: 75 * SECONDS,
    // A draining server still serves requests that reach it; readiness already reports 503.
    return503OnClosing: false,
  }) satisfies FastifyHttpOptions<Server>;
