import { randomBytes } from 'node:crypto';
import { problemMessages } from '@shop/contracts/problem';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { aCuttableWire } from './cuttable-wire.ts';
import type { Shop } from './harness.ts';
import { ownDatabase, ownShop } from './own-shop.ts';

const databaseUrl = await ownDatabase();
const redisUrl = new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379/0');
const wire = await aCuttableWire(redisUrl.hostname, Number(redisUrl.port || 6379));
afterAll(wire.close);
redisUrl.host = `127.0.0.1:${wire.port}`;

/** Behind a proxy that is believed, so that a test can come from any address. */
const settings = (REDIS_URL: string) => ({
  databaseUrl,
  env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1', REDIS_URL },
});
const withRedis = await ownShop(settings(redisUrl.href));
const secondWithRedis = await ownShop(settings(redisUrl.href));
const withoutRedis = await ownShop(settings('redis://127.0.0.1:1/0'));

const anAddress = () => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
const subscribe = ({ guest }: Shop, from: string) =>
  guest.post('/api/newsletter', { email: 'many@example.com' }, { 'x-forwarded-for': from });

async function statuses(shop: Shop, from: string, times: number) {
  const codes: number[] = [];
  for (let i = 0; i < times; i++) codes.push((await subscribe(shop, from)).statusCode);
  return codes;
}
const LIMIT = 20;
const taken = Array.from({ length: LIMIT }, () => 201);

describe.each([
  ['with Redis', withRedis],
  ['without Redis', withoutRedis],
])('%s', (_how, shop) => {
  test('an address that asks too often is told to wait, and for how long', async () => {
    const from = anAddress();
    if (shop === withRedis) await vi.waitUntil(shop.redis.usable);

    expect(await statuses(shop, from, LIMIT)).toEqual(taken);
    const refused = await subscribe(shop, from);

    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests', message: problemMessages.tooManyRequests });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  test('other addresses and other kinds of requests are not held back by it', async () => {
    const from = anAddress();
    await statuses(shop, from, LIMIT + 1);

    expect((await subscribe(shop, anAddress())).statusCode).toBe(201);
    expect((await shop.guest.get('/api/products', { 'x-forwarded-for': from })).statusCode).toBe(200);
  });

  test('neighbours in one IPv6 network count as one', async () => {
    const from = anAddress();
    await statuses(shop, from, LIMIT);

    expect((await subscribe(shop, from.replace(/1$/, '2'))).statusCode).toBe(429);
  });
});

test('processes share one count through Redis', () => countIsShared());

test('a Redis that hangs, goes and comes back is never noticed by a shopper', async () => {
  const from = anAddress();
  await vi.waitUntil(withRedis.redis.usable);

  wire.freeze();
  expect(await statuses(withRedis, from, LIMIT)).toEqual(taken);
  expect((await subscribe(withRedis, from)).statusCode).toBe(429);
  expect(withRedis.redis.usable()).toBe(false);

  wire.cut();
  const other = anAddress();
  expect(await statuses(withRedis, other, LIMIT)).toEqual(taken);
  expect((await subscribe(withRedis, other)).statusCode).toBe(429);

  wire.mend();
  await countIsShared();
});

/** What one process has counted, the other knows; after a moment at most, as connections come up on their own. */
async function countIsShared() {
  await vi.waitUntil(
    async () => {
      const from = anAddress();
      await statuses(withRedis, from, LIMIT);
      return (await subscribe(secondWithRedis, from)).statusCode === 429;
    },
    { timeout: 10_000 },
  );
}

test('only proxies that are believed may name the address', async () => {
  const distrustful = await ownShop({
    databaseUrl,
    env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '192.0.2.1', REDIS_URL: 'redis://127.0.0.1:1/0' },
  });

  for (let i = 0; i < LIMIT; i++) await subscribe(distrustful, anAddress());

  expect((await subscribe(distrustful, anAddress())).statusCode).toBe(429);
});
