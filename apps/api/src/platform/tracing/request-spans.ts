import { type Context, endServerSpan, isTracing, runInContext, startServerSpan } from '@shop/telemetry/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * One span for each request, but for health checks and metrics. Register it before other hooks: it also puts them into
 * the context of the span. Body parsing and the end of a response leave that context, so it is entered again.
 */
export function traceRequests(app: FastifyInstance) {
  if (!isTracing()) return;
  const contexts = new WeakMap<FastifyRequest, Context>();
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    const context = contexts.get(request);
    return context ? runInContext(context, done) : done();
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.rate === false) return done();
    const started = startServerSpan(request.method, request.id, trustedTraceparent(request));
    if (!started) return done();
    contexts.set(request, started.context);
    // `close` follows every response, also one whose client has disconnected.
    reply.raw.once('close', () => {
      const route = request.routeOptions.url ?? 'unknown';
      endServerSpan(started.span, { method: request.method, route, status: reply.statusCode });
    });
    runInContext(started.context, done);
  });
  app.addHook('preValidation', enter);
  app.addHook('onResponse', enter);
}

/**
 * Only the web server's, which never forwards that of a browser: a trusted proxy that names its client, so that there
 * are two addresses.
 */
const trustedTraceparent = ({ headers, ips = [] }: FastifyRequest) =>
  ips.length > 1 ? headers.traceparent : undefined;
