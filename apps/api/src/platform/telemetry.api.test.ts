import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type ErrorReport, errorChannel } from '@shop/telemetry/error-reports';
import { startTelemetry } from '@shop/telemetry/telemetry';
import { inConsumerSpan } from '@shop/telemetry/tracing';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { connectProvider } from '#platform/clients/payment-provider.ts';
import { createTestStore } from '#test/test-store.ts';
import { observeJob } from './job-spans.ts';

const stop = await startTelemetry(
  'api',
  { traces: { endpoint: 'http://127.0.0.1:1', ratio: 1 }, errorReports: undefined },
  () => {},
);
afterAll(() => stop());

const published: ErrorReport[] = [];
const keep = (report: unknown) => void published.push(...[report].filter(isReport));
const isReport = (report: unknown): report is ErrorReport =>
  typeof report === 'object' && report !== null && 'tags' in report;
beforeEach(() => errorChannel.subscribe(keep));
afterEach(() => {
  errorChannel.unsubscribe(keep);
  published.length = 0;
});

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`;

test('a call of the payment provider carries the trace of the job that makes it', async () => {
  const requests: IncomingHttpHeaders[] = [];
  const provider = createServer((request, response) => {
    requests.push(request.headers);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items": []}');
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const address = provider.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const { config } = await createTestStore();
  const client = connectProvider({ ...config.payment, url }, { warn: () => {} });

  await inConsumerSpan('process task', { traceparent: TRACEPARENT }, () => client.paymentsOf('order_1'));
  provider.close();

  expect(requests[0]?.traceparent).toMatch(new RegExp(`^00-${TRACE_ID}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`));
});

test('the log line of a request has the trace id of a trusted proxy, and a new one for any other client', async () => {
  const lines: string[] = [];
  const { app } = await createTestStore({ log: (line) => lines.push(line) });
  const headers = { traceparent: TRACEPARENT };

  await app.inject({ url: '/api/products?trusted', headers: { ...headers, 'x-forwarded-for': '203.0.113.9' } });
  await app.inject({ url: '/api/products?other', headers });

  const answered = (url: string) =>
    lines.map((line) => JSON.parse(line)).find((line) => line.msg === 'answered' && line.url.endsWith(url));
  expect(answered('trusted').traceId).toBe(TRACE_ID);
  expect(answered('other').traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(answered('other').traceId).not.toBe(TRACE_ID);
});

test('a failed job is reported at its last attempt only, with task and request id', async () => {
  const run = (attempts: number) =>
    observeJob({ task_identifier: 'send_email', attempts, max_attempts: 2 }, { meta: { requestId: 'request-1' } }, () =>
      Promise.reject(new Error('no')),
    ).catch(() => {});

  await run(1);
  expect(published).toEqual([]);
  await run(2);

  expect(published).toMatchObject([{ tags: { task: 'send_email', requestId: 'request-1' } }]);
});
