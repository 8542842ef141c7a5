import { problemMessages } from '@shop/contracts/problem';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aCuttableWire } from './cuttable-wire.ts';
import { ownDatabase, ownShop } from './own-shop.ts';

const databaseUrl = await ownDatabase();
const through = new URL(databaseUrl);
const wire = await aCuttableWire(through.hostname, Number(through.port || 5432));
afterAll(wire.close);
through.host = `127.0.0.1:${wire.port}`;
const { app, guest, aShopper, sql } = await ownShop({ databaseUrl, env: { DATABASE_URL: through.href } });

const status = async (url: string) => (await guest.get(url)).statusCode;
const isBack = () => vi.waitUntil(async () => (await status('/api/products')) === 200, { timeout: 5_000 });

beforeEach(async () => {
  wire.mend();
  await isBack();
});

describe.each([
  ['cut off', wire.cut],
  ['hanging', wire.freeze],
] as const)('PostgreSQL %s', (_how, breakIt) => {
  test('is answered with 503 and when to come again, by reads, writes and sessions', async () => {
    const ada = await aShopper();
    breakIt();

    const answers = await Promise.all([
      guest.get('/api/products'),
      guest.get('/api/products/moonlit-tiara'),
      guest.get('/api/products/brands'),
      guest.post('/api/newsletter', { email: 'later@example.com' }),
      ada.get('/api/user/me'),
    ]);

    for (const answer of answers) {
      expect(answer.statusCode).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.json()).toMatchObject({ code: 'unavailable', message: problemMessages.unavailable });
    }
  });

  test('turns readiness red and leaves liveness green, until it is back', async () => {
    breakIt();
    expect([await status('/health/ready'), await status('/health/live')]).toEqual([503, 200]);

    wire.mend();
    await isBack();
    expect(await status('/health/ready')).toBe(200);
  });
});

test('connections that the server ends are replaced without a person noticing more than once', async () => {
  await sql.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'crystalline-test'",
  );

  await isBack();
  expect(await status('/api/products')).toBe(200);
});

test('browsing that finds no free connection hears so in time, and readiness stays green', async () => {
  const holder = await sql.connect();
  await holder.query('begin');
  await holder.query('lock table products in access exclusive mode');
  const started = performance.now();

  const answers = await Promise.all(Array.from({ length: 12 }, () => guest.get('/api/products')));
  const ready = await status('/health/ready');
  holder.release(true);

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 503));
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(ready).toBe(200);
});

describe.each(['pool', 'checkoutPool'] as const)('readiness with every client of `%s` borrowed', (name) => {
  afterEach(() => void vi.useRealTimers());
  const borrowAll = () => Promise.all(Array.from({ length: app[name].options.max }, () => app[name].connect()));

  test('stays green while the pool is busy, turns red when none has come back for 30 s, and green again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const clients = await borrowAll();

    vi.advanceTimersByTime(29_000);
    expect(await status('/health/ready')).toBe(200);
    vi.advanceTimersByTime(2_000);
    expect(await status('/health/ready')).toBe(503);

    for (const client of clients) client.release();
    expect(await status('/health/ready')).toBe(200);
  });

  test('stays green for as long as clients keep coming back', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const [first, ...others] = await borrowAll();

    vi.advanceTimersByTime(60_000);
    first?.release();
    const again = await app[name].connect();
    expect(await status('/health/ready')).toBe(200);

    for (const client of [again, ...others]) client.release();
  });
});
