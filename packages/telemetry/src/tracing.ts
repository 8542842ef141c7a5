import {
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

export type { Context, Span } from '@opentelemetry/api';
export { SpanKind } from '@opentelemetry/api';

/** Undefined while tracing is off: then no function here creates a span or a context. */
let tracer: Tracer | undefined;

/** Before the servers are built: they install their hooks only if tracing is on. */
export function setTracer(started: Tracer | undefined) {
  tracer = started;
}

export const isTracing = () => tracer !== undefined;

/** The W3C Trace Context of a span, to be sent to another process. */
export function traceparentOf(span: Span) {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Of the active span. */
export function activeTraceparent() {
  const span = tracer && trace.getActiveSpan();
  return span && traceparentOf(span);
}

/** For log lines: the field is left out without an active span. */
export const activeTraceId = () => (tracer ? trace.getActiveSpan()?.spanContext().traceId : undefined);

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** A malformed value starts a new trace, as the standard demands. */
function remoteContext(traceparent: unknown): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(String(traceparent)) ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

/** A request that this process serves. Ends with `endServerSpan`; undefined while tracing is off. */
export function startServerSpan(method: string, requestId: string, traceparent?: unknown) {
  if (!tracer) return undefined;
  const attributes = { 'http.request.method': method, 'crystalline.request_id': requestId };
  const parent = remoteContext(traceparent);
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  return { span, context: trace.setSpan(parent, span) };
}

type ServedRequest = { method: string; route: string; status: number };

/** The route is a pattern, never the URL of a visitor. */
export function endServerSpan(span: Span, { method, route, status }: ServedRequest) {
  span.updateName(`${method} ${route}`);
  span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

export const runInContext = <T>(of: Context, work: () => T): T => context.with(of, work);

/** Runs the work as a child of the active span. Without one nothing is traced: polling makes no traces. */
export function inChildSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!tracer || !trace.getActiveSpan()) return work();
  return runInSpan(tracer.startSpan(name, options), context.active(), work);
}

/** A child of the active span that the caller ends with `endSpan`. */
export const startChildSpan = (name: string, options: SpanOptions) =>
  tracer && trace.getActiveSpan() ? tracer.startSpan(name, options) : undefined;

/**
 * Runs a job as a child of the span that enqueued it, and links it to that span. The semantic conventions for messaging
 * demand the link, and allow the parent where a message is processed alone, as every job is.
 */
export function inConsumerSpan<T>(
  name: string,
  { traceparent, ...options }: Pick<SpanOptions, 'attributes'> & { traceparent: unknown },
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work();
  const parent = remoteContext(traceparent);
  const creator = trace.getSpanContext(parent);
  const links = creator ? [{ context: creator }] : [];
  const span = tracer.startSpan(name, { ...options, kind: SpanKind.CONSUMER, links }, parent);
  return runInSpan(span, parent, work);
}

async function runInSpan<T>(span: Span, parent: Context, work: () => Promise<T>): Promise<T> {
  try {
    const result = await context.with(trace.setSpan(parent, span), work);
    span.end();
    return result;
  } catch (error) {
    endSpan(span, error);
    throw error;
  }
}

/** With the type of the error only: its message can contain values. */
export function endSpan(span: Span, error?: unknown) {
  if (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  }
  span.end();
}
