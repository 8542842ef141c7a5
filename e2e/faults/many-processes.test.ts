import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Shop, startShop } from '../shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ apis: 2, webs: 2 });
}, 120_000);

afterAll(() => shop?.stop());

const ask = async (path: string, init?: RequestInit) => {
  // A new connection each time, so that the balancer picks the next process.
  const response = await fetch(new URL(path, shop.url), {
    ...init,
    headers: { ...init?.headers, connection: 'close' },
    redirect: 'manual',
  });
  return { status: response.status, body: await response.text() };
};

async function aSignedInCookie() {
  const response = await fetch(new URL('/api/auth/register', shop.url), {
    method: 'POST',
    headers: { origin: shop.url, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Two Processes', email: 'two@example.com', password: 'a long enough password' }),
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

test('two API and two web processes behind one port serve the site without sticky sessions', async () => {
  const cookie = await aSignedInCookie();

  const pages = await Promise.all(Array.from({ length: 20 }, () => ask('/')));
  const lists = await Promise.all(Array.from({ length: 20 }, () => ask('/api/products?limit=5')));
  const sessions = await Promise.all(Array.from({ length: 20 }, () => ask('/api/session', { headers: { cookie } })));

  expect(new Set(pages.map((page) => page.status))).toEqual(new Set([200]));
  expect(new Set(lists.map((list) => list.body)).size).toBe(1);
  expect(sessions.every((session) => session.body.includes('Two Processes'))).toBe(true);
});

test('a page started on one process is followed on another', async () => {
  const seen: string[] = [];
  let next: string | undefined = '/api/products?limit=7';
  while (next) {
    const response: Response = await fetch(new URL(next, shop.url), { headers: { connection: 'close' } });
    seen.push(...((await response.json()) as { id: string }[]).map(({ id }) => id));
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }

  expect(seen).toHaveLength(42);
  expect(new Set(seen).size).toBe(42);
});

test('a changed product is seen on every process within 2 seconds', async () => {
  await Promise.all(Array.from({ length: 6 }, () => ask('/')));
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  await client.query("update products set name = 'Cascade Chandelier, renamed' where slug = 'cascade-chandelier'");
  await client.end();
  const changed = performance.now();

  await expect
    .poll(
      async () => {
        const pages = await Promise.all(Array.from({ length: 6 }, () => ask('/')));
        return pages.every(({ body }) => body.includes('Cascade Chandelier, renamed'));
      },
      { timeout: 5_000, interval: 20 },
    )
    .toBe(true);
  expect(performance.now() - changed).toBeLessThan(2_000);
});

test('the assets of one web process are served by the other', async () => {
  const { body } = await ask('/');
  const assets = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');

  expect(assets.length).toBeGreaterThan(0);
  for (const asset of assets)
    expect((await Promise.all([ask(asset), ask(asset)])).map(({ status }) => status)).toEqual([200, 200]);
});
