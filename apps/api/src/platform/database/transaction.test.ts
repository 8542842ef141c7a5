import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { recordRoundTrips } from '#test/statements/round-trips.ts';
import { createTestDatabase } from '#test/test-store.ts';
import { connect, type Db } from './db.ts';
import { hasSqlState } from './errors.ts';
import { afterCommit, sendTogether, sendWithCommit } from './transaction.ts';

const { db, pool, close } = connect({
  url: await createTestDatabase(),
  applicationName: 'crystalline-test',
  max: 2,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 20_000,
  onError: () => {},
});
afterAll(close);
await db.execute(sql`create table counters (name text primary key, count int check (count <= 2))`);
beforeEach(() => db.execute(sql`truncate counters`));

const insert = (tx: Db, name: string, count = 0) => tx.execute(sql`insert into counters values (${name}, ${count})`);
const increment = (tx: Db) => tx.execute(sql`update counters set count = count + 1`);
const read = (tx: Db) => tx.execute<{ name: string; count: number }>(sql`select name, count from counters`);
const violatesCheck = (error: unknown) => hasSqlState(error, '23514');

test('a transaction sends BEGIN with its first statements, and the last ones with COMMIT', async () => {
  const { result, roundTrips } = await recordRoundTrips(pool, () =>
    db.transaction(async (tx) => {
      const [, { rows }] = await sendTogether([insert(tx, 'one'), read(tx)]);
      sendWithCommit([increment(tx), increment(tx)]);
      return rows;
    }),
  );

  expect(result).toEqual([{ name: 'one', count: 0 }]);
  expect(roundTrips.map(([first, second, third]) => [first, second?.slice(0, 6), third?.slice(0, 6)])).toEqual([
    ['begin', 'insert', 'select'],
    ['update counters set count = count + 1', 'update', 'commit'],
  ]);
  expect((await read(db)).rows).toEqual([{ name: 'one', count: 2 }]);
});

test('a statement that fails with the COMMIT rolls all of it back, and its client serves the next', async () => {
  const counted: string[] = [];
  const failed = db.transaction(async (tx) => {
    await insert(tx, 'one');
    sendWithCommit([increment(tx), increment(tx), increment(tx), read(tx)]);
    afterCommit(() => counted.push('one'));
  });

  expect(await failed.catch(violatesCheck)).toBe(true);
  expect((await read(db)).rows).toEqual([]);
  expect(counted).toEqual([]);
  expect(pool.idleCount).toBe(pool.totalCount);
});

test('statements sent together fail with the error of the first that failed', async () => {
  const failed = db.transaction((tx) => sendTogether([insert(tx, 'one', 3), insert(tx, 'two'), read(tx)]));

  expect(await failed.catch(violatesCheck)).toBe(true);
  expect((await read(db)).rows).toEqual([]);
});

test('a statement sees what the one before it has waited for', async () => {
  await insert(db, 'one');
  const lockAndRead = (tx: Db) => sendTogether([tx.execute(sql`select from counters for update`), read(tx)]);

  let waiting: ReturnType<typeof lockAndRead> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from counters for update`);
    waiting = db.transaction(lockAndRead);
    await waitForLock(tx);
    await increment(tx);
  });

  expect((await waiting)?.[1].rows).toEqual([{ name: 'one', count: 1 }]);
});

async function waitForLock(tx: Db) {
  for (;;) {
    const { rowCount } = await tx.execute(
      sql`select from pg_locks where not granted and pid <> pg_backend_pid() and pg_backend_pid() = any (pg_blocking_pids(pid))`,
    );
    if (rowCount) return;
  }
}

test('there is nothing to commit outside a transaction', () => {
  expect(() => sendWithCommit([read(db)])).toThrow('no transaction');
});
