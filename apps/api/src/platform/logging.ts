import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { redactUrl } from '@shop/contracts/common/redact-url';
import { onRequestEnd } from '@shop/telemetry/request-end';
import { activeTraceId } from '@shop/telemetry/tracing';
import type { FastifyInstance } from 'fastify';
import { type DestinationStream, pino, stdSerializers } from 'pino';
import type { Config } from './config.ts';
import { currentContext } from './request-context.ts';

const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'secret',
];
const SANE_REQUEST_ID = /^[\w.-]{8,64}$/;

type Service = 'api' | 'worker';

/** JSON lines with the name of the service; pretty-printed in development. */
export function createLogger(
  service: Service,
  config: Pick<Config, 'logLevel' | 'pretty'>,
  destination?: DestinationStream,
) {
  const transport = config.pretty
    ? { target: 'pino-pretty', options: { ignore: 'pid,hostname,service', singleLine: true } }
    : undefined;
  const options = {
    level: config.logLevel,
    base: { service, pid: process.pid, hostname: hostname() },
    // The API logs requests with a logger of their own, which has their id.
    mixin: () => ({
      ...(service === 'worker' && { requestId: currentContext()?.requestId }),
      traceId: activeTraceId(),
    }),
    redact: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
    serializers: { err: serializeError },
  };
  return destination ? pino(options, destination) : pino({ ...options, transport });
}

/**
 * Database errors can contain whole rows (`detail`): only the fields that help to find the fault are logged.
 */
function serializeError(error: Error): object {
  const { type, message, stack, code, constraint, table, statement } = stdSerializers.err(error);
  return { type, message, stack, code, constraint, table, statement };
}

/** Keeps a well-formed incoming id, so that one request can be traced through web and API. */
export function requestId(request: IncomingMessage) {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
}

/** One line per request, with the request id that the response carries; `aborted` if the client disconnected before. */
export function logRequests(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  onRequestEnd(app, (request, reply) => {
    const line = {
      method: request.method,
      url: redactUrl(request.url),
      route: request.routeOptions.url,
      status: reply.statusCode,
      aborted: reply.raw.writableFinished ? undefined : true,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
      actor: request.actorIfAny?.id,
    };
    // Health checks and metrics are polled every few seconds: logged at info only when they fail.
    const level = request.routeOptions.config.rate === false && reply.statusCode < 500 ? 'debug' : 'info';
    request.log[level](line, 'answered');
  });
}
