import { get } from 'node:http';
import { LAST_WRITE_COOKIE } from '@shop/contracts/common/constants';
import { describe, expect, test, vi } from 'vitest';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';

const databaseUrl = await createTestDatabase();
const HOUR = 3_600_000;
const { guest, app, aProduct, aShopper, sql } = await createTestStore({ databaseUrl, responseCacheMs: HOUR });

const rename = (id: string, name: string) => sql.query('update products set name = $2 where id = $1', [id, name]);

describe('a public response', () => {
  test('is cached for guests, by its URL and with its headers', async () => {
    const { id, slug } = await aProduct({ name: 'Axolotl ring' });
    const first = await guest.get('/api/products?q=axolotl');
    await guest.get(`/api/products/${slug}`);
    await rename(id, 'Axolotl brooch');

    const again = await guest.get('/api/products?q=axolotl');

    expect(again.json()).toMatchObject([{ name: 'Axolotl ring' }]);
    const shared = ['content-type', 'etag', 'cache-control', 'x-total-count', 'x-search'];
    for (const name of shared) expect([name, again.headers[name]]).toEqual([name, first.headers[name]]);
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect((await guest.get(`/api/products/${slug}`)).json()).toMatchObject({ name: 'Axolotl ring' });
    expect((await guest.get('/api/products?q=axolotl&sortBy=newest')).json()).toMatchObject([
      { name: 'Axolotl brooch' },
    ]);
  });

  test('is confirmed by its ETag', async () => {
    const { slug } = await aProduct();
    const { headers } = await guest.get(`/api/products/${slug}`);

    const response = await guest.get(`/api/products/${slug}`, { 'if-none-match': `${headers.etag}` });

    expect([response.statusCode, response.body]).toEqual([304, '']);
  });

  test('is complete for others when the first client had it already', async () => {
    const { slug } = await aProduct();
    const { headers } = await guest.get(`/api/products/${slug}`, { cookie: 'theme=dark' });
    await guest.get(`/api/products/${slug}`, { 'if-none-match': `${headers.etag}` });

    expect((await guest.get(`/api/products/${slug}`)).json()).toMatchObject({ slug });
  });

  test('is read from the database for a client that is logged in, or has just changed something', async () => {
    const { id, slug } = await aProduct({ name: 'Before' });
    const shopper = await aShopper();
    await guest.get(`/api/products/${slug}`);
    await rename(id, 'After');

    const { headers } = shopper;
    for (const own of [headers, { cookie: `${LAST_WRITE_COOKIE}=1` }, { authorization: `Bearer ${shopper.signed}` }])
      expect((await guest.get(`/api/products/${slug}`, own)).json()).toMatchObject({ name: 'After' });
  });

  test('is not cached when it is an error', async () => {
    expect((await guest.get('/api/products/not-yet')).statusCode).toBe(404);
    await aProduct({ slug: 'not-yet' });

    expect((await guest.get('/api/products/not-yet')).statusCode).toBe(200);
  });

  test('expires', async () => {
    const short = await createTestStore({ databaseUrl, responseCacheMs: 50 });
    const { id, slug } = await aProduct({ name: 'Before' });
    await short.guest.get(`/api/products/${slug}`);
    await rename(id, 'After');

    await vi.waitFor(async () =>
      expect((await short.guest.get(`/api/products/${slug}`)).json()).toMatchObject({ name: 'After' }),
    );
  });
});

describe('concurrent requests for the same URL', () => {
  const URL_OF_ALL = '/api/products/categories';
  /** Statements that wait for the lock. */
  const countWaiting = async () => {
    const { rows } = await sql.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count;
  };

  async function whileLocked<T>(work: () => Promise<T>) {
    const client = await sql.connect();
    await client.query('begin; lock table categories in access exclusive mode');
    try {
      return await work();
    } finally {
      client.release(true);
    }
  }

  test('are answered by one read', async () => {
    const responses = await whileLocked(async () => {
      const started = Array.from({ length: 5 }, () => guest.get(URL_OF_ALL));
      await vi.waitUntil(async () => (await countWaiting()) === 1);
      return started;
    });

    const bodies = (await Promise.all(responses)).map(({ statusCode, body }) => `${statusCode} ${body}`);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toMatch(/^200 \[/);
  });

  test('are answered when the first client disconnects, or its read fails', async () => {
    await aProduct({ category: 'Quolls' });
    const url = '/api/search/suggestions?q=quolls';
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const other = await whileLocked(async () => {
      const first = get(`${address}${url}`).on('error', () => {});
      await vi.waitUntil(async () => (await countWaiting()) === 1);
      const waiting = guest.get(url);
      first.destroy();
      await vi.waitUntil(async () => (await countWaiting()) === 1);
      return { waiting };
    });

    expect((await other.waiting).json()).toMatchObject({ categories: [{ name: 'Quolls' }] });
  });
});
