import { describe, expect, test, vi } from 'vitest';
import { aFlakyConnection } from '#test/flaky-connection.ts';
import { hangUp } from '#test/hang-up.ts';
import { failedInvariants } from '#test/invariants-after-all.ts';
import { scrape } from '#test/metrics.ts';
import { seed } from '#test/property-runs.ts';
import { requestFor } from '#test/requests/fuzz-requests.ts';
import { chanceOf } from '#test/requests/fuzz-values.ts';
import { documentOf, operationsOf, type Schema } from '#test/requests/operations.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';

/** Requests at a time: more than a pool has connections. */
const BATCH = 20;
const LONGEST_MS = 60;

const databaseUrl = await createTestDatabase();
const { hostname, port } = new URL(databaseUrl);
const wire = await aFlakyConnection(hostname, Number(port));
const throughWire = Object.assign(new URL(databaseUrl), { port: `${wire.port}` }).href;
const lines: string[] = [];
const shop = await createTestStore({
  databaseUrl,
  env: { DATABASE_URL: throughWire, RATE_LIMIT_FACTOR: '1000000' },
  log: (line) => void lines.push(line),
});
const { app, sql, pools } = shop;
const url = await app.listen({ host: '127.0.0.1', port: 0 });

/** Values of existing rows, and requests without malformed parts. */
async function generator() {
  const { rows: products } = await sql.query<{ id: string; slug: string }>('select id, slug from products limit 5');
  const { components } = documentOf(app);
  const random = chanceOf(seed);
  const chance = { ...random, happens: (share: number) => share >= 0.5 };
  const known = {
    refs: (ref: string) => (components?.schemas?.[ref.split('/').at(-1) ?? ''] ?? {}) as Schema,
    ids: products.map(({ id }) => id),
    emails: ['ada@example.com'],
    texts: products.map(({ slug }) => slug),
  };
  return {
    random,
    requestOf: (operation: ReturnType<typeof operationsOf>[number]) => requestFor(operation, chance, known),
  };
}

const answeredIds = () =>
  new Set(lines.filter((line) => line.includes('"msg":"answered"')).map((line) => JSON.parse(line).requestId));

/** Every operation, and its HEAD request, by these actors; each client is gone at a random moment. */
async function walk() {
  const { random, requestOf } = await generator();
  const sent: string[] = [];
  for (const actor of ['visitor', 'customer', 'owner']) {
    const operations = operationsOf(app);
    for (let start = 0; start < operations.length; start += BATCH) {
      const person =
        actor === 'owner' ? await shop.anAdmin() : actor === 'customer' ? await shop.aShopper() : shop.guest;
      // Every second batch disconnects while PostgreSQL has answered, and the answers have not arrived.
      const isHeld = (start / BATCH) % 2 === 0;
      if (isHeld) wire.holdAnswers();
      const batch = operations.slice(start, start + BATCH).map((operation, i) => {
        const { method, url: path, payload } = requestOf(operation);
        const id = `walk-${actor}-${start + i}`;
        sent.push(id);
        const body = typeof payload === 'object' ? JSON.stringify(payload) : (payload ?? '');
        const headers = {
          ...person.headers,
          origin: shop.config.publicOrigin,
          'x-request-id': id,
          'idempotency-key': id,
          ...(body && { 'content-type': 'application/json' }),
        };
        const isHead = method === 'GET' && i % 4 === 3;
        return hangUp(url, { method: isHead ? 'HEAD' : method, path, headers, body }, random.whole(0, LONGEST_MS));
      });
      await Promise.all(batch);
      if (isHeld) wire.thaw();
    }
  }
  return sent;
}

describe(`after every operation was requested by a visitor, a customer and an owner who disconnected (SEED=${seed})`, async () => {
  const sent = await walk();

  test('every request is in the log, and none is in progress', { timeout: 60_000 }, async () => {
    expect(sent.length).toBeGreaterThan(3 * 250);
    // Those with half a body are given up after 15 seconds.
    const missing = () => {
      const answered = answeredIds();
      return sent.filter((id) => !answered.has(id));
    };
    await vi.waitFor(() => expect(missing()).toEqual([]), { timeout: 40_000, interval: 500 });
    const failed = lines.filter((line) => line.includes('"status":500')).map((line) => JSON.parse(line).requestId);
    const causes = lines.filter((line) => line.includes('"level":50') && failed.some((id) => line.includes(`"${id}"`)));
    expect([...failed, ...causes]).toEqual([]);
  });

  test('no connection, transaction, lock or gauge is held', async () => {
    for (const [name, pool] of Object.entries(pools))
      await vi.waitFor(
        () => expect([name, pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([name, 0, 0]),
        10_000,
      );
    const { rows } = await sql.query(`
      select state, query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and (state = 'active' or state like '%transaction%')`);
    expect(rows).toEqual([]);
    const { rows: locks } = await sql.query(`
      select l.locktype from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = current_database() and l.pid <> pg_backend_pid()`);
    expect(locks).toEqual([]);
    const held = [...(await scrape(shop))].filter(
      ([name, value]) => value !== 0 && /^(event_streams|password_hashes_waiting)\b/.test(name),
    );
    expect(held).toEqual([]);
  });

  test('every limit of requests in progress lets the next one in', async () => {
    const login = () => shop.guest.post('/api/auth/login', { email: 'ada@example.com', password: 'not the password' });
    const searches = Array.from({ length: 4 }, () => shop.guest.get('/api/products?q=ring'));
    const ada = await shop.aShopper();
    for (const { statusCode } of await Promise.all(searches)) expect(statusCode).toBe(200);
    expect((await login()).statusCode).not.toBe(503);
    const stream = await fetch(`${url}/api/notifications/stream`, { headers: { cookie: `${ada.headers.cookie}` } });
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
  });

  test('every public URL answers like a process without that history', { timeout: 60_000 }, async () => {
    await sql.query(`update products set name = name || ' after', price_cents = price_cents + 1`);
    const other = await createTestStore({ databaseUrl, env: { RATE_LIMIT_FACTOR: '1000000' } });
    const { rows } = await sql.query<{ slug: string }>(`select slug from products where status = 'published' limit 1`);
    const paths = app.routes
      .filter(({ method, config }) => [method].flat().includes('GET') && config?.revalidates)
      .map((route) => route.url.replace(/:\w+/g, rows[0]?.slug ?? ''));
    expect(paths.length).toBeGreaterThan(15);

    for (const path of paths) {
      const [answer, truth] = [await shop.guest.get(path), await other.guest.get(path)];
      const shown = ({ statusCode, headers, body }: typeof answer) => [
        path,
        statusCode,
        headers.etag,
        statusCode < 400 && body,
      ];
      expect(shown(answer)).toEqual(shown(truth));
    }
  });

  test('all data integrity checks hold', async () => {
    expect(await failedInvariants(shop.db)).toEqual([]);
  });
});
