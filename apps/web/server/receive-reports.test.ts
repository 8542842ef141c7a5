import { type ErrorReport, errorChannel } from '@shop/telemetry/error-reports';
import { Registry } from '@shop/telemetry/metrics';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { receiveReports } from './receive-reports.ts';

const ORIGIN = 'https://shop.example.com';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const ERROR = { type: 'error', name: 'TypeError', message: 'x is undefined', stack: '', path: '/product/silver-ring' };

let published: unknown[] = [];
const keep = (report: unknown) => void published.push(report);
beforeEach(() => {
  published = [];
  errorChannel.subscribe(keep);
});
afterEach(() => errorChannel.unsubscribe(keep));

async function aReceiver() {
  const app = Fastify();
  const patternOf = (path: string) => (path.startsWith('/product/') ? '/product/:slug' : 'unknown');
  const register = new Registry();
  await receiveReports(app, { publicOrigin: ORIGIN, rateLimitFactor: 1, patternOf, register });
  return {
    metrics: () => register.metrics(),
    send: (payload: object | string, type = 'application/json', headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/report',
        headers: { 'content-type': type, 'user-agent': CHROME, origin: ORIGIN, ...headers },
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
  };
}

test('an error of a browser is counted and reported with route and browser, without the path', async () => {
  const { send, metrics } = await aReceiver();

  const response = await send({ errors: [ERROR] });

  expect(response.statusCode).toBe(204);
  expect(await metrics()).toContain('browser_errors_total{type="error"} 1');
  expect(published).toMatchObject([
    { platform: 'javascript', tags: { route: '/product/:slug', browser: 'Chrome 141' } } satisfies Partial<ErrorReport>,
  ]);
  expect(JSON.stringify(published)).not.toContain('silver-ring');
});

test('web vitals are observed in seconds, layout shift without a unit, by route pattern', async () => {
  const { send, metrics } = await aReceiver();
  const path = '/product/silver-ring';

  await send({
    vitals: [
      { name: 'LCP', value: 2_000, path },
      { name: 'CLS', value: 0.2, path: '/secret/page' },
    ],
  });

  const text = await metrics();
  expect(text).toContain('web_vitals_seconds_bucket{le="2.5",metric="LCP",route="/product/:slug"} 1');
  expect(text).toContain('web_vitals_seconds_sum{metric="LCP",route="/product/:slug"} 2');
  expect(text).toContain('web_vitals_cls_sum{route="unknown"} 0.2');
  expect(text).not.toContain('secret');
});

test('a policy violation in either format is counted and reported with the origin of what was blocked', async () => {
  const { send, metrics } = await aReceiver();

  const legacy = await send(
    {
      'csp-report': {
        'document-uri': `${ORIGIN}/product/silver-ring?email=ada`,
        'blocked-uri': 'https://evil.example.net/x.js?id=7',
        'effective-directive': 'script-src-elem',
      },
    },
    'application/csp-report',
  );
  const batched = await send(
    [
      { type: 'deprecation', url: ORIGIN, body: {} },
      {
        type: 'csp-violation',
        url: ORIGIN,
        body: { documentURL: `${ORIGIN}/x`, blockedURL: 'inline', effectiveDirective: 'style-src-attr' },
      },
    ],
    'application/reports+json',
  );

  expect([legacy.statusCode, batched.statusCode]).toEqual([204, 204]);
  expect(await metrics()).toContain('browser_errors_total{type="policy"} 2');
  expect(published).toMatchObject([
    { error: { message: 'script-src-elem blocked https://evil.example.net' }, tags: { route: '/product/:slug' } },
    { error: { message: 'style-src-attr blocked inline' } },
  ]);
});

test.each<[string, object | string, string, Record<string, string>, number]>([
  ['of another origin', { errors: [ERROR] }, 'application/json', { origin: 'https://evil.example.net' }, 400],
  [
    'about a page of another site',
    { 'csp-report': { 'document-uri': 'https://evil.example.net/' } },
    'application/csp-report',
    {},
    400,
  ],
  ['that is not JSON', '{', 'application/json', {}, 400],
  ['with an impossible value', { vitals: [{ name: 'LCP', value: -1, path: '/' }] }, 'application/json', {}, 400],
  ['as plain text', 'hello', 'text/plain', {}, 415],
  ['larger than 32 KiB', { errors: [], padding: 'x'.repeat(33_000) }, 'application/json', {}, 413],
])('a report %s is rejected', async (_case, payload, type, headers, status) => {
  const { send } = await aReceiver();

  expect((await send(payload, type, headers)).statusCode).toBe(status);
  expect(published).toEqual([]);
});

test('one client can send 20 reports in five seconds', async () => {
  const { send } = await aReceiver();

  const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await send({})).statusCode));

  expect(statuses.filter((status) => status === 204)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});
