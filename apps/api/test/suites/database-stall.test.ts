import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Connection } from '#platform/database/connection.ts';
import { text } from '#platform/database/row.ts';
import { count, one } from '#platform/database/sql.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aFlakyConnection } from '#test/flaky-connection.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';

const databaseUrl = await createTestDatabase();
const through = new URL(databaseUrl);
const connection = await aFlakyConnection(through.hostname, Number(through.port || 5432));
afterAll(connection.close);
through.host = `127.0.0.1:${connection.port}`;

const select = count('test.select')`select`;
const note = (words: string) => count('test.note')`insert into stalls values (${words})`;
const inUse = ({ totalCount, idleCount }: { totalCount: number; idleCount: number }) => totalCount - idleCount;

describe('a database that stalls', async () => {
  const shop = await createTestStore({ databaseUrl, env: { DATABASE_URL: through.href } });
  const { app, guest, config, pools } = shop;
  const POOL = 4;
  const TRANSACTIONS = 20;

  const aWebhook = () => {
    const entity = { id: `pay_${randomUUID()}`, order_id: 'order_x', amount: 1, currency: 'INR', status: 'captured' };
    const body = JSON.stringify({ event: 'payment.captured', created_at: 1, payload: { payment: { entity } } });
    return guest.post('/api/payment/webhook', body, {
      'content-type': 'application/json',
      'x-razorpay-signature': createHmac('sha256', config.payment.webhookSecret).update(body).digest('hex'),
    });
  };
  const aSubscription = () => guest.post('/api/newsletter', { email: `${randomUUID()}@example.com` });

  test.each([
    ['continues with the same connections', connection.thaw],
    ['comes back with new connections', connection.restore],
  ])('and %s leaves both pools with all connections usable', async (_how, recover) => {
    const { variantId } = await aVariant(shop);
    const aCartWrite = () => guest.post('/api/cart/items', { variantId });
    // Every client of both pools is connected and idle, so that each call below fails in its BEGIN.
    await Promise.all([aSubscription(), aSubscription(), aSubscription(), aSubscription()]);
    await Promise.all([aWebhook(), aWebhook(), aCartWrite(), aCartWrite()]);
    connection.freeze();

    const during = await Promise.all([
      ...Array.from({ length: POOL / 2 }, () => [aWebhook(), aCartWrite()]).flat(),
      ...Array.from({ length: POOL }, aSubscription),
    ]);
    recover();
    await vi.waitUntil(async () => (await guest.get('/api/products')).statusCode === 200, { timeout: 5_000 });

    expect(during.map(({ statusCode }) => statusCode)).toEqual(during.map(() => 503));
    for (const [db, pool] of [
      [app.db, pools.browse],
      [app.checkoutDb, pools.checkout],
    ] as const) {
      const done = Array.from({ length: TRANSACTIONS }, () => db.transaction((tx) => tx.run(select)));
      expect(await Promise.allSettled(done)).toEqual(done.map(() => expect.objectContaining({ status: 'fulfilled' })));
      // A leaked connection never returns; one used by a background task does.
      await vi.waitFor(() => expect(inUse(pool)).toBe(0), { timeout: 30_000 });
    }
    expect([(await aWebhook()).statusCode, (await aCartWrite()).statusCode]).toEqual([200, 200]);
  });
});

describe('a transaction', () => {
  const { db, pool, close } = new Connection({
    url: through.href,
    applicationName: 'crystalline-test',
    max: 1,
    statementTimeoutMs: 500,
    onError: () => {},
  });
  afterAll(close);
  beforeAll(() => db.run(count('test.create')`create table stalls (note text primary key)`));
  afterEach(connection.thaw);

  const backend = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  const notes = async () => (await pool.query('select note from stalls')).rows.map(({ note }) => note);

  test('whose statement times out destroys its connection and is rolled back', async () => {
    const before = await backend();

    const failed = db.transaction(async (tx) => {
      await tx.run(note('unanswered'));
      connection.freeze();
      await tx.run(select);
    });

    await expect(failed).rejects.toThrow('Query read timeout');
    expect(pool.totalCount).toBe(0);
    connection.thaw();
    expect(await backend()).not.toBe(before);
    expect(await notes()).not.toContain('unanswered');
  });

  test('that ignores a timed-out statement cannot commit', async () => {
    const failed = db.transaction(async (tx) => {
      await tx.run(note('ignored'));
      connection.freeze();
      await tx.run(select).catch(() => {});
      connection.thaw();
    });

    await expect(failed).rejects.toThrow('Client was closed');
    expect(await notes()).not.toContain('ignored');
  });

  test('that ignores a failed statement fails instead of reporting a commit', async () => {
    const failed = db.transaction(async (tx) => {
      await tx.run(note('refused'));
      await tx.run(count('test.fail')`select 1 / 0`).catch(() => {});
    });

    await expect(failed).rejects.toThrow('rolled back');
    expect(await notes()).not.toContain('refused');
  });

  test('keeps its connection after an application error, and rolls back only the failed nested transaction', async () => {
    const before = await backend();

    await expect(db.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await db.transaction(async (tx) => {
      await tx.run(note('outer'));
      await tx
        .transaction(async (nested) => {
          await nested.run(note('inner'));
          throw new Error('no');
        })
        .catch(() => {});
    });

    expect(await notes()).toContain('outer');
    expect(await notes()).not.toContain('inner');
    expect(await backend()).toBe(before);
  });

  test('runs at the requested isolation level', async () => {
    const show = one('test.isolation', { transactionIsolation: text })`show transaction_isolation`;
    const level = await db.transaction((tx) => tx.run(show), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });

    expect(level).toEqual({ transactionIsolation: 'repeatable read' });
  });
});

test('a checked-out client whose query timed out never returns to the pool', async () => {
  const { pool, close } = new Connection({
    url: through.href,
    applicationName: 'crystalline-test',
    max: 1,
    statementTimeoutMs: 500,
    onError: () => {},
  });
  const client = await pool.connect();
  connection.freeze();

  await expect(client.query('select 1')).rejects.toThrow('Query read timeout');
  client.release();

  expect(pool.totalCount).toBe(0);
  connection.restore();
  await close();
});
