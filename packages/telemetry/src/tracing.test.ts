import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTelemetry } from './telemetry.ts';
import {
  activeTraceId,
  activeTraceparent,
  endServerSpan,
  inChildSpan,
  inConsumerSpan,
  isTracing,
  runInContext,
  startServerSpan,
  traceparentOf,
} from './tracing.ts';

type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string; links?: { spanId: string }[] };
type Export = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
};

let exports: Export[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  exports.push(JSON.parse(body));
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
let endpoint = '';
let stop: () => Promise<unknown> = async () => {};

beforeEach(async () => {
  exports = [];
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterEach(async () => {
  await stop();
  receiver.closeAllConnections();
  receiver.close();
});

async function start(ratio = 1, to = endpoint) {
  stop = await startTelemetry('api', { traces: { endpoint: to, ratio }, errorReports: undefined }, () => {});
}
const spans = () =>
  exports.flatMap(({ resourceSpans }) => resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)));

/** A served request that enqueues a job; the job is processed afterwards. */
async function serveAndProcess(traceparent?: string) {
  const request = startServerSpan('POST', 'request-1', traceparent);
  let enqueued: string | undefined;
  if (request)
    await runInContext(request.context, () =>
      inChildSpan('send task', {}, async () => {
        enqueued = activeTraceparent();
      }),
    );
  if (request) endServerSpan(request.span, { method: 'POST', route: '/orders/:id', status: 201 });
  await inConsumerSpan('process task', { traceparent: enqueued }, async () => {});
  return { request, enqueued };
}

test('spans of a request and of its job are one tree with the name and version of the service', async () => {
  await start();

  await serveAndProcess();
  await stop();

  const byName = Object.fromEntries(spans().map((span) => [span.name, span]));
  expect(byName['send task']?.parentSpanId).toBe(byName['POST /orders/:id']?.spanId);
  expect(byName['process task']?.parentSpanId).toBe(byName['send task']?.spanId);
  expect(byName['process task']?.links).toMatchObject([{ spanId: byName['send task']?.spanId }]);
  expect(new Set(spans().map(({ traceId }) => traceId)).size).toBe(1);
  const attributes = exports[0]?.resourceSpans[0]?.resource.attributes.map(({ key, value }) => [
    key,
    value.stringValue,
  ]);
  expect(attributes).toEqual(
    expect.arrayContaining([
      ['service.name', 'api'],
      ['service.version', expect.stringMatching(/^\d+\.\d+\.\d+/)],
    ]),
  );
});

test('a request continues the trace of a valid traceparent and starts a new one for a malformed one', async () => {
  await start();
  const traceId = '0af7651916cd43dd8448eb211c80319c';

  const continued = startServerSpan('GET', 'a', `00-${traceId}-b7ad6b7169203331-01`);
  const malformed = startServerSpan('GET', 'b', `00-${traceId}-0000000000000000-01`);

  expect(continued?.span.spanContext().traceId).toBe(traceId);
  expect(malformed?.span.spanContext().traceId).not.toBe(traceId);
});

test('with a ratio of 0 no span is exported, and the decision is passed on', async () => {
  await start(0);

  const { request, enqueued } = await serveAndProcess();
  await stop();

  expect(request && traceparentOf(request.span)).toMatch(/-00$/);
  expect(enqueued).toMatch(/-00$/);
  expect(exports).toEqual([]);
});

test('a ratio of 0 still records a request whose traceparent is sampled', async () => {
  await start(0);

  await serveAndProcess('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
  await stop();

  expect(spans()).toHaveLength(3);
});

test('without an endpoint no span exists and the work runs', async () => {
  stop = await startTelemetry('api', { traces: undefined, errorReports: undefined }, () => {});

  expect(isTracing()).toBe(false);
  expect(await serveAndProcess()).toEqual({ request: undefined, enqueued: undefined });
  expect(await inChildSpan('work', {}, async () => activeTraceId() ?? 'done')).toBe('done');
});

test('work without an active span is not traced', async () => {
  await start();

  await inChildSpan('polling', {}, async () => {});
  await stop();

  expect(spans()).toEqual([]);
});

test('an unreachable endpoint is reported once, and fails neither the work nor the end of the process', async () => {
  const messages: string[] = [];
  const traces = { endpoint: 'http://127.0.0.1:1', ratio: 1 };
  stop = await startTelemetry('api', { traces, errorReports: undefined }, (message) => messages.push(message));

  await serveAndProcess();
  await stop();
  await serveAndProcess();

  await expect.poll(() => messages, { timeout: 25_000 }).toHaveLength(1);
}, 30_000);
