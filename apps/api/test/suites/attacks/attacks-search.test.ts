import { get } from 'node:http';
import { problemMessages } from '@shop/contracts/common/messages';
import type { LightMyRequestResponse } from 'fastify';
import type { PoolClient } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

const POOL = 2;
describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL }, poolSize: POOL });
  const { app, guest, sql, pools } = shop;

  const SEARCHES = [
    '/api/products?q=crystal',
    '/api/products?q=e+e&rating=1&sortBy=price-asc',
    '/api/products/facets?q=ring',
    '/api/products/suggestions?q=cry',
    '/api/search/suggestions?q=cry',
  ];
  /** Running and queued searches; more are rejected (load shedding). */
  const ACCEPTED = POOL + 4 * POOL;

  /** Blocks searches with a lock on a table that only they read: they use no CPU until they are unblocked. */
  let lockClient: PoolClient | undefined;
  async function blockSearches() {
    lockClient = await sql.connect();
    await lockClient.query('begin; lock table search_words in access exclusive mode');
    // Opens the second connection: on a busy machine that may take longer than a search may wait.
    await runningSearches();
  }
  async function unblockSearches() {
    // Closed, not returned: a connection whose rollback failed would be missing in the pool of all further tests.
    lockClient?.release(true);
    lockClient = undefined;
  }
  const search = (turn: number) => guest.get(SEARCHES[turn % SEARCHES.length] ?? '');
  // The first requests of a process compile its code for up to a second, in which a connection attempt times out.
  beforeAll(async () => {
    for (const turn of SEARCHES.keys()) await search(turn);
  });
  beforeEach(blockSearches);
  afterEach(unblockSearches);

  const statusOf = async (response: Promise<LightMyRequestResponse>) => (await response).statusCode;

  /** Backend pids of the search statements that PostgreSQL is running. */
  async function runningSearches() {
    const { rows } = await sql.query<{ pid: number }>(
      `select pid from pg_stat_activity
      where datname = current_database() and application_name = 'crystalline-search' and state = 'active'`,
    );
    return rows.map(({ pid }) => pid);
  }

  describe('A25 a flood of searches', () => {
    const OTHERS = ['/api/products?limit=24', '/api/products?category=Jewelry&sortBy=newest', '/api/products/featured'];

    test('does not block the catalog, and gets 503 with Retry-After when the queue is full', async () => {
      const flood = Array.from({ length: ACCEPTED + 20 }, (_, turn) => search(turn));
      await vi.waitUntil(async () => (await runningSearches()).length === POOL, { timeout: 30_000 });

      for (const url of OTHERS) expect(await statusOf(guest.get(url)), url).toBe(200);
      expect(pools.browse.waitingCount).toBe(0);
      const rejected = await Promise.all(flood.slice(ACCEPTED));
      await unblockSearches();

      for (const response of rejected) {
        expect(response.statusCode).toBe(503);
        expect(response.json()).toMatchObject({ code: 'search_busy', message: problemMessages.searchBusy });
        expect(response.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
      }
      // A request that waits for a connection for more than a second is rejected as well.
      const accepted = await Promise.all(flood.slice(0, ACCEPTED));
      expect([200, 503]).toEqual(expect.arrayContaining(accepted.map(({ statusCode }) => statusCode)));
      expect(await statusOf(search(0))).toBe(200);
    });

    test('is cancelled by the statement timeout and gets 503', async () => {
      const response = await search(0);

      expect([response.statusCode, response.json().code]).toEqual([503, 'search_busy']);
      expect(pools.search.totalCount - pools.search.idleCount).toBe(0);
    });
  });

  describe('A25 a search whose client disconnects', () => {
    const disconnect = async (url: string) => {
      const address = await app.listen({ host: '127.0.0.1', port: 0 }).catch(() => app.listeningOrigin);
      const request = get(`${address}${url}`);
      request.on('error', () => {});
      await vi.waitUntil(async () => (await runningSearches()).length === 1, { timeout: 30_000 });
      const [pid] = await runningSearches();
      request.destroy();
      return pid;
    };

    test.each(SEARCHES)('%s is cancelled in PostgreSQL and its connection closed', async (url) => {
      const pid = await disconnect(url);

      const isGone = async () => (await sql.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 0;
      // Before the pool would close an idle connection by itself, after 10 s.
      await vi.waitUntil(isGone, { timeout: 5_000 });
      expect(pools.search.totalCount).toBe(pools.search.idleCount);
    });

    test('does not cancel searches of other clients', async () => {
      const other = search(0);
      await vi.waitUntil(async () => (await runningSearches()).length === 1, { timeout: 30_000 });
      const [others] = await runningSearches();
      await disconnectBeside(others);

      expect(await runningSearches()).toEqual([others]);
      await unblockSearches();
      expect(await statusOf(other)).toBe(200);
    });

    const disconnectBeside = async (others: number | undefined) => {
      const request = get(`${app.listeningOrigin}${SEARCHES[2]}`);
      request.on('error', () => {});
      await vi.waitUntil(async () => (await runningSearches()).length === 2, { timeout: 30_000 });
      request.destroy();
      await vi.waitUntil(async () => (await runningSearches()).every((pid) => pid === others), { timeout: 5_000 });
    };
  });
});
