import { onRequestEnd } from '@shop/telemetry/request-end';
import { endServerSpan, type Span, startServerSpan, traceparentOf } from '@shop/telemetry/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_PATHS } from './api-paths.ts';

/** Trace context that a browser sends is neither used nor forwarded: anyone could add to our traces. */
const NOT_TRUSTED = ['traceparent', 'tracestate', 'baggage'];

/** One span for each page and each request that is forwarded to the API, which continues the trace. */
export function traceVisits(app: FastifyInstance, patternOf: (pathname: string) => string) {
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
