import { onRequestEnd } from '@shop/telemetry/request-end';
import { endServerSpan, isTracing, runInContext, startServerSpan } from '@shop/telemetry/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * One span for each request, but for health checks and metrics. Register it before other hooks: it also puts them into
 * the context of the span. Body parsing and the end of a response leave that context, so it is entered again.
 */
export function traceRequests(app: FastifyInstance) {
  if (!isTracing()) return;
  const started = new WeakMap<FastifyRequest, NonNullable<ReturnType<typeof startServerSpan>>>();
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    const context = started.get(request)?.context;
    return context ? runInContext(context, done) : done();
  };

  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.rate === false) return done();
    const server = startServerSpan(request.method, request.id, trustedTraceparent(request));
    if (!server) return done();
    started.set(request, server);
    runInContext(server.context, done);
  });
  app.addHook('preValidation', enter);
  onRequestEnd(app, (request, reply) => {
    const span = started.get(request)?.span;
    const route = request.routeOptions.url ?? 'unknown';
    if (span) endServerSpan(span, { method: request.method, route, status: reply.statusCode });
  });
}

/**
 * Only the web server's, which never forwards that of a browser: a trusted proxy that names its client, so that there
 * are two addresses.
 */
const trustedTraceparent = ({ headers, ips = [] }: FastifyRequest) =>
  ips.length > 1 ? headers.traceparent : undefined;
