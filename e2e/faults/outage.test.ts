import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Shop, startShop } from '../support/shop.ts';
import { aPostgres, aRedis } from './engines.ts';

let postgres: Awaited<ReturnType<typeof aPostgres>>;
let redis: Awaited<ReturnType<typeof aRedis>>;
let shop: Shop;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([aPostgres(), aRedis()]);
  shop = await startShop({ postgres: postgres.url, env: { REDIS_URL: redis.url } });
});

afterAll(async () => {
  await shop?.stop();
  await redis?.kill();
  postgres?.remove();
});

const READS = ['/', '/api/products', '/api/products/categories', '/api/search/suggestions?q=crystal', '/api/session'];

const get = async (path: string) => {
  const response = await fetch(new URL(path, shop.url));
  await response.arrayBuffer();
  return response;
};

/** Polls until the condition holds; returns the seconds that took. */
async function secondsUntil(condition: () => Promise<boolean>, limit = 15) {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > limit * 1000) throw new Error(`not within ${limit} s`);
    await new Promise((next) => setTimeout(next, 50));
  }
  return (performance.now() - start) / 1000;
}

describe('without Redis', () => {
  beforeAll(() => redis.kill());
  afterAll(() => redis.start());

  test.each(READS)('%s responds with 200', async (path) => {
    expect((await get(path)).status).toBe(200);
  });

  test('a newsletter signup is accepted', async () => {
    const response = await fetch(new URL('/api/newsletter', shop.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.url },
      body: JSON.stringify({ email: 'redis-away@example.com' }),
    });

    expect(response.status).toBe(201);
  });

  test('the API stays ready', async () => {
    expect((await fetch(`${shop.apiUrl}/health/ready`)).status).toBe(200);
  });
});

describe('without PostgreSQL', () => {
  test('responds with 503, Retry-After and an error page, is live but not ready, and recovers within 5 s', async () => {
    postgres.stop();

    // A page cached just before is served for two more seconds.
    await secondsUntil(async () => (await get('/api/products')).status === 503);
    const productsResponse = await get('/api/products');
    expect(productsResponse.status).toBe(503);
    expect(Number(productsResponse.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(productsResponse.headers.get('content-type')).toContain('application/problem+json');

    await secondsUntil(async () => (await get('/')).status === 503);
    expect(await (await fetch(new URL('/', shop.url))).text()).toContain('Try again');

    await secondsUntil(async () => (await fetch(`${shop.apiUrl}/health/ready`)).status === 503);
    expect((await fetch(`${shop.apiUrl}/health/live`)).status).toBe(200);

    postgres.start();

    const seconds = await secondsUntil(async () => {
      const responses = await Promise.all([...READS.map(get), fetch(`${shop.apiUrl}/health/ready`)]);
      return responses.every((response) => response.status === 200);
    });
    expect(seconds).toBeLessThan(5);
  });
});
