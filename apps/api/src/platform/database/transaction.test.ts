import { afterAll, beforeEach, expect, test } from 'vitest';
import { recordRoundTrips } from '#test/statements/round-trips.ts';
import { createTestDatabase } from '#test/test-store.ts';
import { Connection } from './connection.ts';
import type { Db } from './db.ts';
import { hasSqlState } from './errors.ts';
import { number, text } from './row.ts';
import { all, count } from './sql.ts';
import { afterCommit, sendWithCommit } from './transaction.ts';

const { db, pool, close } = new Connection({
  url: await createTestDatabase(),
  applicationName: 'crystalline-test',
  max: 2,
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 20_000,
  onError: () => {},
});
afterAll(close);
await db.run(count('test.create')`create table counters (name text primary key, count int check (count <= 2))`);
beforeEach(() => db.run(count('test.truncate')`truncate counters`));

const insert = (name: string, value = 0) => count('test.insert')`insert into counters values (${name}, ${value})`;
const increment = () => count('test.increment')`update counters set count = count + 1`;
const read = () => all('test.read', { name: text, count: number })`select name, count from counters`;
const violatesCheck = (error: unknown) => hasSqlState(error, '23514');

test('a transaction sends BEGIN with its first statements, and the last ones with COMMIT', async () => {
  const { result, roundTrips } = await recordRoundTrips(pool, () =>
    db.transaction(async (tx) => {
      const [, rows] = await tx.together([insert('one'), read()]);
      sendWithCommit(tx, [increment(), increment()]);
      return rows;
    }),
  );

  expect(result).toEqual([{ name: 'one', count: 0 }]);
  expect(
    roundTrips.map(([first, second, third]) => [
      first,
      second?.replace(/^\/.*?\/ /, '').slice(0, 6),
      third?.replace(/^\/.*?\/ /, '').slice(0, 6),
    ]),
  ).toEqual([
    ['begin', 'insert', 'select'],
    ['/* test.increment */ update counters set count = count + 1', 'update', 'commit'],
  ]);
  expect(await db.run(read())).toEqual([{ name: 'one', count: 2 }]);
});

test('a statement that fails with the COMMIT rolls all of it back, and its client serves the next', async () => {
  const counted: string[] = [];
  const failed = db.transaction(async (tx) => {
    await tx.run(insert('one'));
    sendWithCommit(tx, [increment(), increment(), increment(), read()]);
    afterCommit(() => counted.push('one'));
  });

  expect(await failed.catch(violatesCheck)).toBe(true);
  expect(await db.run(read())).toEqual([]);
  expect(counted).toEqual([]);
  expect(pool.idleCount).toBe(pool.totalCount);
});

test('statements sent together fail with the error of the first that failed', async () => {
  const failed = db.transaction((tx) => tx.together([insert('one', 3), insert('two'), read()]));

  expect(await failed.catch(violatesCheck)).toBe(true);
  expect(await db.run(read())).toEqual([]);
});

test('a statement sees what the one before it has waited for', async () => {
  await db.run(insert('one'));
  const lock = () => count('test.lock')`select from counters for update`;
  const lockAndRead = (tx: Db) => tx.together({ locked: lock(), rows: read() });

  let waiting: ReturnType<typeof lockAndRead> | undefined;
  await db.transaction(async (tx) => {
    await tx.run(lock());
    waiting = db.transaction(lockAndRead);
    await waitForLock(tx);
    await tx.run(increment());
  });

  expect((await waiting)?.rows).toEqual([{ name: 'one', count: 1 }]);
});

async function waitForLock(tx: Db) {
  for (;;) {
    const waiting = await tx.run(
      count('test.waiting')`
        select from pg_locks where not granted and pid <> pg_backend_pid() and pg_backend_pid() = any (pg_blocking_pids(pid))`,
    );
    if (waiting > 0) return;
  }
}

test('there is nothing to commit outside a transaction', () => {
  expect(() => sendWithCommit(db, [read()])).toThrow('no transaction');
});
