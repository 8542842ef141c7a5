import { problemMessages } from '@shop/contracts/common/messages';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { aFlakyConnection } from '#test/flaky-connection.ts';
import type { TestStore } from '#test/harness.ts';
import { aLine, anIp } from '#test/network.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';

const databaseUrl = await createTestDatabase();
const redisUrl = new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379/0');
const connection = await aFlakyConnection(redisUrl.hostname, Number(redisUrl.port || 6379));
afterAll(connection.close);
redisUrl.host = `127.0.0.1:${connection.port}`;

/** Behind a trusted proxy, so that requests can come from any IP address. */
const settings = (REDIS_URL: string) => ({
  databaseUrl,
  env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1', REDIS_URL },
});
const withRedis = await createTestStore(settings(redisUrl.href));
const secondWithRedis = await createTestStore(settings(redisUrl.href));
const withoutRedis = await createTestStore(settings('redis://127.0.0.1:1/0'));

const subscribe = ({ guest }: TestStore, from: string) =>
  guest.post('/api/newsletter', { email: 'many@example.com' }, { 'x-forwarded-for': from });

async function statuses(shop: TestStore, from: string, times: number) {
  const codes: number[] = [];
  for (let i = 0; i < times; i++) codes.push((await subscribe(shop, from)).statusCode);
  return codes;
}
const LIMIT = 20;
const accepted = Array.from({ length: LIMIT }, () => 201);

describe.each([
  ['with Redis', withRedis],
  ['without Redis', withoutRedis],
])('%s', (_how, shop) => {
  test('an IP address over the limit gets 429 with Retry-After', async () => {
    const from = anIp();
    if (shop === withRedis) await vi.waitUntil(shop.redis.usable, { timeout: 30_000 });

    expect(await statuses(shop, from, LIMIT)).toEqual(accepted);
    const response = await subscribe(shop, from);

    expect(response.statusCode).toBe(429);
    expect(response.json()).toMatchObject({ code: 'too_many_requests', message: problemMessages.tooManyRequests });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  test('other IP addresses and other kinds of requests are not limited by it', async () => {
    const from = anIp();
    await statuses(shop, from, LIMIT + 1);

    expect((await subscribe(shop, anIp())).statusCode).toBe(201);
    expect((await shop.guest.get('/api/products', { 'x-forwarded-for': from })).statusCode).toBe(200);
  });

  test('IP addresses of one IPv6 network are counted together', async () => {
    const from = anIp();
    await statuses(shop, from, LIMIT);

    expect((await subscribe(shop, from.replace(/1$/, '2'))).statusCode).toBe(429);
  });

  test('A39 all networks of one IPv6 line have three times the limit of one, which one alone cannot use up', async () => {
    const line = aLine();
    const fromLine = async (network: number, times: number) =>
      (await statuses(shop, line(network), times)).filter((code) => code === 201).length;

    expect(await fromLine(0, 5 * LIMIT)).toBe(LIMIT);
    expect([await fromLine(1, LIMIT), await fromLine(2, LIMIT), await fromLine(3, LIMIT)]).toEqual([LIMIT, LIMIT, 0]);
  });
});

test('search, facets and suggestions share one limit, which lists without a query do not count toward', async () => {
  const headers = { 'x-forwarded-for': anIp() };
  const search = async (path: string) => (await withoutRedis.guest.get(`/api${path}`, headers)).statusCode;
  const codes = new Set<number>();
  for (let turn = 0; turn < 300; turn += 1) codes.add(await search('/products?q='));

  expect(codes).toEqual(new Set([200]));
  for (const path of [
    '/products?q=ring',
    '/products/facets',
    '/products/suggestions?q=rin',
    '/search/suggestions?q=rin',
  ])
    expect(await search(path)).toBe(429);
  expect(await search('/products?limit=24')).toBe(200);
});

test('processes share one counter through Redis', () => countIsShared());

describe('searches, which Redis counts three at a time', () => {
  const SEARCH_LIMIT = 300;
  const countAccepted = async (from: string, times: number, shopOf: (turn: number) => TestStore) => {
    const headers = { 'x-forwarded-for': from };
    const turns = Array.from({ length: times }, (_, turn) => shopOf(turn).guest.get('/api/products?q=', headers));
    // Searches beyond the capacity of the pool are rejected as well, but not by the limit.
    return (await Promise.all(turns)).filter(({ statusCode }) => statusCode !== 429).length;
  };

  test('are accepted up to exactly the limit by one process', async () => {
    await vi.waitUntil(withRedis.redis.usable, { timeout: 30_000 });

    expect(await countAccepted(anIp(), SEARCH_LIMIT + 10, () => withRedis)).toBe(SEARCH_LIMIT);
  });

  test('never exceed the limit with two processes, of which one may leave two unused', async () => {
    await vi.waitUntil(() => withRedis.redis.usable() && secondWithRedis.redis.usable(), { timeout: 30_000 });
    const from = anIp();
    const inTurn = (turn: number) => (turn % 2 ? withRedis : secondWithRedis);

    const accepted = await countAccepted(from, SEARCH_LIMIT + 10, inTurn);

    expect(accepted).toBeLessThanOrEqual(SEARCH_LIMIT);
    expect(accepted).toBeGreaterThanOrEqual(SEARCH_LIMIT - 2);
  });
});

test('limits continue in process while Redis hangs or is down, and in Redis when it is back', async () => {
  const from = anIp();
  await vi.waitUntil(withRedis.redis.usable, { timeout: 30_000 });

  connection.freeze();
  expect(await statuses(withRedis, from, LIMIT)).toEqual(accepted);
  expect((await subscribe(withRedis, from)).statusCode).toBe(429);
  expect(withRedis.redis.usable()).toBe(false);

  connection.cut();
  const other = anIp();
  expect(await statuses(withRedis, other, LIMIT)).toEqual(accepted);
  expect((await subscribe(withRedis, other)).statusCode).toBe(429);

  connection.restore();
  await countIsShared();
});

/** Waits until both processes use one counter, as Redis connections come up asynchronously. */
async function countIsShared() {
  await vi.waitUntil(
    async () => {
      const from = anIp();
      await statuses(withRedis, from, LIMIT);
      return (await subscribe(secondWithRedis, from)).statusCode === 429;
    },
    { timeout: 10_000 },
  );
}

test('X-Forwarded-For is ignored unless it comes from a trusted proxy', async () => {
  const distrustful = await createTestStore({
    databaseUrl,
    env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '192.0.2.1', REDIS_URL: 'redis://127.0.0.1:1/0' },
  });

  for (let i = 0; i < LIMIT; i++) await subscribe(distrustful, anIp());

  expect((await subscribe(distrustful, anIp())).statusCode).toBe(429);
});

describe('requests of the web server itself', () => {
  const LIMIT_OF_READS = 300;
  const readFrom = async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const statuses = new Set<number>();
    for (let i = 0; i <= LIMIT_OF_READS; i++)
      statuses.add((await withoutRedis.app.inject({ url: '/sitemap.xml', remoteAddress, headers })).statusCode);
    return [...statuses];
  };

  test('have a higher limit than visitors, and a separate counter', async () => {
    expect(await readFrom('127.0.0.1')).toEqual([200]);
    expect(await readFrom('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toEqual([200, 429]);
    expect(await readFrom('127.0.0.1')).toEqual([200]);
  });

  test('are recognized only from a trusted proxy', async () => {
    expect(await readFrom('198.51.100.7')).toEqual([200, 429]);
  });

  test('have no higher limit for writes', async () => {
    const codes: number[] = [];
    for (let i = 0; i <= LIMIT; i++)
      codes.push((await withoutRedis.guest.post('/api/newsletter', { email: 'many@example.com' })).statusCode);
    expect(codes).toEqual([...accepted, 429]);
  });
});
