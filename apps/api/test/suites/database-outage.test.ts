import { problemMessages } from '@shop/contracts/common/messages';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aFlakyConnection } from '#test/flaky-connection.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';

const databaseUrl = await createTestDatabase();
const through = new URL(databaseUrl);
const connection = await aFlakyConnection(through.hostname, Number(through.port || 5432));
afterAll(connection.close);
through.host = `127.0.0.1:${connection.port}`;
const { guest, aShopper, sql, pools } = await createTestStore({ databaseUrl, env: { DATABASE_URL: through.href } });

const status = async (url: string) => (await guest.get(url)).statusCode;
const isBack = () => vi.waitUntil(async () => (await status('/api/products')) === 200, { timeout: 5_000 });

beforeEach(async () => {
  connection.restore();
  await isBack();
});

describe.each([
  ['disconnected', connection.cut],
  ['hanging', connection.freeze],
] as const)('PostgreSQL %s', (_how, interrupt) => {
  test('gives 503 with Retry-After for reads, writes and sessions', async () => {
    const ada = await aShopper();
    interrupt();

    const responses = await Promise.all([
      guest.get('/api/products'),
      guest.get('/api/products/moonlit-tiara'),
      guest.get('/api/products/brands'),
      guest.post('/api/newsletter', { email: 'later@example.com' }),
      ada.get('/api/user/me'),
    ]);

    for (const response of responses) {
      expect(response.statusCode).toBe(503);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(response.json()).toMatchObject({ code: 'unavailable', message: problemMessages.unavailable });
    }
  });

  test('fails readiness but not liveness until it recovers', async () => {
    interrupt();
    expect([await status('/health/ready'), await status('/health/live')]).toEqual([503, 200]);

    connection.restore();
    await isBack();
    expect(await status('/health/ready')).toBe(200);
  });

  test('leaves out the metrics that come from it, and no others', async () => {
    interrupt();

    const { body } = await guest.get('/metrics');

    // A value follows; the lines that describe a metric are always there.
    expect(body).not.toMatch(/^(queue_|email_|worker_heartbeat|invariant_)\w+(\{[^}]*\})? \d/m);
    expect(body).toMatch(/^redis_up \d/m);
  });
});

test('connections terminated by the server are replaced after at most one failed request', async () => {
  await sql.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'crystalline-test'",
  );

  await isBack();
  expect(await status('/api/products')).toBe(200);
});

test('browse requests without a free connection get 503 within 5 s, and readiness does not fail', async () => {
  const lockClient = await sql.connect();
  await lockClient.query('begin');
  await lockClient.query('lock table products in access exclusive mode');
  const started = performance.now();

  const responses = await Promise.all(Array.from({ length: 12 }, () => guest.get('/api/products')));
  const ready = await status('/health/ready');
  lockClient.release(true);

  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 503));
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(ready).toBe(200);
});

describe.each(['browse', 'checkout'] as const)('readiness with every client of the %s pool borrowed', (name) => {
  afterEach(() => void vi.useRealTimers());
  const borrowAll = () => Promise.all(Array.from({ length: pools[name].options.max }, () => pools[name].connect()));

  test('fails only when no client was released for 30 s, and recovers', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const clients = await borrowAll();

    vi.advanceTimersByTime(29_000);
    expect(await status('/health/ready')).toBe(200);
    vi.advanceTimersByTime(2_000);
    expect(await status('/health/ready')).toBe(503);

    for (const client of clients) client.release();
    expect(await status('/health/ready')).toBe(200);
  });

  test('does not fail as long as clients are released', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const [first, ...others] = await borrowAll();

    vi.advanceTimersByTime(60_000);
    first?.release();
    const again = await pools[name].connect();
    expect(await status('/health/ready')).toBe(200);

    for (const client of [again, ...others]) client.release();
  });
});
