import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_RATE_LIMIT, PASSWORD, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ apis: 2, webs: 2, env: NO_RATE_LIMIT });
});

afterAll(() => shop?.stop());

/** On a new connection each time, so that the balancer picks the next process. */
async function sendRequest(path: string, headers: Record<string, string> = {}) {
  const [response] = await once(get(new URL(path, shop.url), { agent: false, headers }), 'response');
  return { status: response.statusCode, body: await text(response) };
}

async function aSignedInCookie() {
  const response = await fetch(new URL('/api/auth/register', shop.url), {
    method: 'POST',
    headers: { origin: shop.url, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Two Processes', email: 'two@example.com', password: PASSWORD }),
  });
  await response.text();
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

test('two API and two web processes behind one port serve the site without sticky sessions', async () => {
  const cookie = await aSignedInCookie();

  const pages = await Promise.all(Array.from({ length: 20 }, () => sendRequest('/')));
  const lists = await Promise.all(Array.from({ length: 20 }, () => sendRequest('/api/products?limit=5')));
  const sessions = await Promise.all(Array.from({ length: 20 }, () => sendRequest('/api/session', { cookie })));

  expect(new Set(pages.map((page) => page.status))).toEqual(new Set([200]));
  expect(new Set(lists.map((list) => list.body)).size).toBe(1);
  expect(sessions.every((session) => session.body.includes('Two Processes'))).toBe(true);
});

test('keyset pagination started on one process continues on another', async () => {
  const productIds: string[] = [];
  let next: string | undefined = '/api/products?limit=7';
  while (next) {
    const response: Response = await fetch(new URL(next, shop.url), { headers: { connection: 'close' } });
    productIds.push(...((await response.json()) as { id: string }[]).map(({ id }) => id));
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }

  expect(productIds).toHaveLength(42);
  expect(new Set(productIds).size).toBe(42);
});

test('a changed product is shown by every process within 2 seconds', async () => {
  await Promise.all(Array.from({ length: 6 }, () => sendRequest('/')));
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  await client.query("update products set name = 'Cascade Chandelier, renamed' where slug = 'cascade-chandelier'");
  await client.end();
  const changed = performance.now();

  await expect
    .poll(
      async () => {
        const pages = await Promise.all(Array.from({ length: 6 }, () => sendRequest('/')));
        return pages.every(({ body }) => body.includes('Cascade Chandelier, renamed'));
      },
      { timeout: 30_000, interval: 20 },
    )
    .toBe(true);
  expect(performance.now() - changed).toBeLessThan(2_000);
});

test('the assets of one web process are served by the other', async () => {
  const { body } = await sendRequest('/');
  const assets = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');

  expect(assets.length).toBeGreaterThan(0);
  for (const asset of assets)
    expect((await Promise.all([sendRequest(asset), sendRequest(asset)])).map(({ status }) => status)).toEqual([
      200, 200,
    ]);
});
