import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { cookieOf, startStubApi } from '../test/stub-api.ts';
import { limitRequests } from './client-limits.ts';
import { fairQueue, limitRendering } from './render-limits.ts';

const WINDOW_MS = 5_000;
const PAGES_PER_WINDOW = 50;
const AT_ONCE = 64;
const FORM = {
  addressId: '01890000-0000-7000-8000-000000000002',
  paymentMethod: 'card',
  shippingMethod: 'standard',
  quotedShippingMethod: 'standard',
  amount: '9207',
};
const REQUESTS_PER_WINDOW = 1_000;

describe('A25 pages rendered for one client', () => {
  async function startLimits() {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = fastify({ trustProxy: true });
    const renderInTurn = limitRendering(1);
    server.get('/', (request) => renderInTurn(request, async () => new Response('a page')));
    return async (from: string, times = 1) => {
      const statuses: number[] = [];
      for (let i = 0; i < times; i++)
        statuses.push((await server.inject({ url: '/', headers: { 'x-forwarded-for': from } })).statusCode);
      return statuses;
    };
  }
  const allowed = Array.from({ length: PAGES_PER_WINDOW }, () => 200);

  test('are limited per time window, without effect on other clients', async () => {
    const visit = await startLimits();

    expect(await visit('203.0.113.1', PAGES_PER_WINDOW + 2)).toEqual([...allowed, 429, 429]);
    expect(await visit('203.0.113.2')).toEqual([200]);
    vi.advanceTimersByTime(WINDOW_MS + 1);
    expect(await visit('203.0.113.1')).toEqual([200]);
  });

  test('are counted together for one IPv6 /64 network', async () => {
    const visit = await startLimits();
    await visit('2001:db8:1:2::1', PAGES_PER_WINDOW);

    expect(await visit('2001:db8:1:2:ffff::2')).toEqual([429]);
    expect(await visit('2001:db8:1:3::1')).toEqual([200]);
  });

  test('A39 are counted for one IPv6 line too, three times as many', async () => {
    const visit = await startLimits();
    const rendered = async (network: number, times: number) =>
      (await visit(`2001:db8:1:2${network.toString().padStart(2, '0')}::1`, times)).filter((code) => code === 200)
        .length;

    expect(await rendered(0, 4 * PAGES_PER_WINDOW)).toBe(PAGES_PER_WINDOW);
    for (const network of [1, 2]) expect(await rendered(network, PAGES_PER_WINDOW)).toBe(PAGES_PER_WINDOW);
    expect(await rendered(3, 10)).toBe(0);
  });
});

test('A25 rejects the requests of one client beyond its limit before they are handled, and those of no other', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = fastify({ trustProxy: true });
  limitRequests(server, 1);
  const handle = vi.fn(() => 'handled');
  server.get('/api/products', handle);
  const visit = (from: string) => server.inject({ url: '/api/products', headers: { 'x-forwarded-for': from } });
  for (let i = 0; i < REQUESTS_PER_WINDOW; i++) await visit('203.0.113.1');

  const rejected = await visit('203.0.113.1');

  expect(handle).toHaveBeenCalledTimes(REQUESTS_PER_WINDOW);
  expect(rejected).toMatchObject({ statusCode: 429, headers: { 'retry-after': '5', 'cache-control': 'no-store' } });
  expect(rejected.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect((await visit('203.0.113.2')).statusCode).toBe(200);
  vi.advanceTimersByTime(WINDOW_MS + 1);
  expect((await visit('203.0.113.1')).statusCode).toBe(200);
});

describe('A25 the render queue', () => {
  /** Jobs that end when the test calls `endFirst`, and the order in which they started. */
  function startQueue() {
    const run = fairQueue({ atOnce: 2, atOncePerClient: 2, waiting: 10, waitingPerClient: 6 });
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const enqueue = (client: string) =>
      run(client, async () => {
        started.push(client);
        await new Promise<void>((end) => ends.push(end));
        return 'done';
      });
    const endFirst = async () => {
      await new Promise(setImmediate);
      ends.shift()?.();
      await new Promise(setImmediate);
    };
    return { enqueue, started, endFirst };
  }

  test('takes turns: the backlog of one client does not delay others', async () => {
    const { enqueue, started, endFirst } = startQueue();
    for (let i = 0; i < 8; i++) void enqueue('greedy');
    void enqueue('other');
    void enqueue('third');

    for (let i = 0; i < 4; i++) await endFirst();

    expect(started).toEqual(['greedy', 'greedy', 'other', 'third', 'greedy', 'greedy']);
  });

  test('rejects jobs above its limit per client and in total', async () => {
    const { enqueue, started, endFirst } = startQueue();
    for (let i = 0; i < 8; i++) void enqueue('greedy');

    expect(await enqueue('greedy')).toBe('client');
    for (let i = 0; i < 4; i++) void enqueue('other');
    expect(await enqueue('third')).toBe('all');

    for (let i = 0; i < 12; i++) await endFirst();
    expect(started).toHaveLength(12);
    void enqueue('third');
    await new Promise(setImmediate);
    expect(started.at(-1)).toBe('third');
  });

  test('continues after a failed job', async () => {
    const run = fairQueue({ atOnce: 1, atOncePerClient: 1, waiting: 2, waitingPerClient: 2 });
    const failing = run('a', () => Promise.reject(new Error('no page')));
    const next = run('a', async () => 'a page');

    await expect(failing).rejects.toThrow('no page');
    expect(await next).toBe('a page');
  });
});

describe('A25 a client that requests more pages than can be rendered', () => {
  let api: Awaited<ReturnType<typeof startStubApi>>;
  let web: Awaited<ReturnType<typeof startWebServer>>;
  beforeAll(async () => {
    api = await startStubApi();
    web = await startWebServer(api.url, { RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(async () => {
    await web.stop();
    await api.stop();
  });

  test('gets a 429 page with Retry-After; other clients and health checks are not limited', async () => {
    const visit = (path: string, from: string) => web.visit(path, { headers: { 'x-forwarded-for': from } });
    expect((await visit('/terms', '203.0.113.9')).status).toBe(200);

    const flood = Array.from({ length: 300 }, (_, i) => visit(`/login?x=${i}`, '203.0.113.1'));
    const [other, health] = await Promise.all([visit('/login', '203.0.113.2'), visit('/health/live', '203.0.113.1')]);
    const responses = await Promise.all(flood);
    const rejected = responses.find(({ status }) => status === 429);

    expect([other.status, health.status]).toEqual([200, 200]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(rejected?.headers.get('cache-control')).toBe('no-store');
    expect(rejected?.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(rejected?.text.length).toBeLessThan(1_000);
  });
});

test('A25 checkouts that wait for a slow payment provider delay no page', async () => {
  const api = await startStubApi();
  const web = await startWebServer(api.url, { RATE_LIMIT_FACTOR: '1' });
  onTestFinished(async () => {
    await web.stop();
    await api.stop();
  });
  api.held.add('POST /api/payment/create-order');
  const leave = new AbortController();
  const pay = (from: number) =>
    web.visit('/checkout.data', {
      method: 'POST',
      headers: { origin: web.url, cookie: cookieOf('ada'), 'x-forwarded-for': `203.0.113.${from}` },
      body: new URLSearchParams({ ...FORM, quoteKey: randomUUID() }),
      signal: leave.signal,
    });
  const started = () => api.requests.filter(({ url }) => url === '/api/payment/create-order').length;

  const paying = Array.from({ length: AT_ONCE + 6 }, (_, from) => pay(from).catch(() => {}));
  await expect.poll(started).toBe(AT_ONCE);

  const waited = await web.visit('/login', { headers: { 'x-forwarded-for': '198.51.100.1' } });
  expect([waited.status, started()]).toEqual([200, AT_ONCE]);
  leave.abort();
  await Promise.all(paying);
});
