import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { reportError } from './error-reports.ts';
import { startTelemetry } from './telemetry.ts';

type Received = { url: string; headers: IncomingHttpHeaders; body: string };
let received: Received[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ url: request.url ?? '', headers: request.headers, body });
  response.end('{}');
});
let dsn = '';
let stop: () => Promise<unknown> = async () => {};

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  dsn = `http://key@127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/7`;
});
afterEach(async () => {
  await stop();
  received = [];
});
afterAll(() => receiver.close());

async function start() {
  stop = await startTelemetry('web', { traces: undefined, errorReports: { dsn, environment: 'staging' } }, () => {});
}
/** The event is the third line of an envelope. */
const events = () => received.map(({ body }) => JSON.parse(body.split('\n')[2] ?? ''));

test('an error is sent with type, stack, request id, release and environment', async () => {
  await start();

  reportError(new TypeError('x is not a function'), { requestId: 'request-1', route: '/cart' });
  await stop();

  expect(received[0]?.url).toContain('/api/7/envelope/');
  const [event] = events();
  expect(event).toMatchObject({
    environment: 'staging',
    release: expect.stringMatching(/^\d+\.\d+\.\d+/),
    tags: { service: 'web', request_id: 'request-1', route: '/cart' },
    exception: { values: [{ type: 'TypeError', value: 'x is not a function' }] },
  });
  const { frames } = event.exception.values[0].stacktrace;
  expect(frames.at(-1)).toMatchObject({ filename: 'packages/telemetry/src/error-reports.test.ts', in_app: true });
});

test('an error is sent without email addresses, query strings and IP addresses', async () => {
  await start();
  const error = new Error('cannot reach 203.0.113.9 for ada@example.com at /login?token=hush');

  reportError(error, {});
  await stop();

  expect(events()[0].exception.values[0].value).toBe('cannot reach [Redacted] for [Redacted] at /login?[Redacted]');
  expect(received[0]?.body).not.toMatch(/hush|ada@|203\.0\.113/);
  expect(Object.keys(events()[0])).not.toEqual(expect.arrayContaining(['user']));
  expect(events()[0]).not.toHaveProperty('request');
});

test.each([
  ['Chrome', 'TypeError: x\n    at buy (https://shop.example.com/assets/cart-1a2b.js?x=1:10:20)'],
  ['Firefox', 'buy@https://shop.example.com/assets/cart-1a2b.js?x=1:10:20'],
])('a stack of %s becomes frames with the path of the file', async (_browser, stack) => {
  await start();

  reportError(Object.assign(new Error('x'), { stack }), {}, 'javascript');
  await stop();

  expect(events()[0]).toMatchObject({
    platform: 'javascript',
    exception: {
      values: [
        { stacktrace: { frames: [{ function: 'buy', filename: '/assets/cart-1a2b.js', lineno: 10, colno: 20 }] } },
      ],
    },
  });
});

test('a process sends at most 60 reports in a minute', async () => {
  await start();

  for (let i = 0; i < 100; i++) reportError(new Error(`number ${i}`), {});
  await stop();

  expect(received).toHaveLength(60);
});

test('without a DSN nothing is sent', async () => {
  stop = await startTelemetry('web', { traces: undefined, errorReports: undefined }, () => {});

  reportError(new Error('unseen'), {});
  await stop();

  expect(received).toEqual([]);
});

test('an unreachable address throws nothing', async () => {
  const errorReports = { dsn: 'http://key@127.0.0.1:1/7', environment: 'staging' };
  stop = await startTelemetry('web', { traces: undefined, errorReports }, () => {});

  reportError(new Error('lost'), {});

  await expect(stop()).resolves.toBeDefined();
});
