import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#test/test-store.ts';
import { Connection } from './connection.ts';
import type { Db } from './db.ts';
import { hasSqlState } from './errors.ts';
import { number, text } from './row.ts';
import { all, count, one } from './sql.ts';

/** One connection, which every transaction shares, as if through a pooler. */
const { db, pool, lend, close } = new Connection({
  url: await createTestDatabase(),
  applicationName: 'crystalline-test',
  max: 1,
  statementTimeoutMs: 700,
  connectTimeoutMs: 20_000,
  prepare: 'all',
  pooler: 'transaction',
  settings: { work_mem: '5MB' },
  onError: () => {},
});
afterAll(close);

const NAMES = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'jit', 'work_mem'];
const LIMITS = ['700', '2000', '5000', 'off', '5120'];
const settings = all('test.settings', { setting: text })`
  select setting from unnest(${NAMES}::text[]) with ordinality name (name, position)
    join pg_settings using (name) order by position`;
const settingsSeenBy = async (reader: Db) => (await reader.run(settings)).map(({ setting }) => setting);

describe('a pool behind a pooler in transaction mode', () => {
  test('gives a single statement, a transaction and a lent client all limits and settings', async () => {
    expect(await settingsSeenBy(db)).toEqual(LIMITS);
    expect(await db.transaction(settingsSeenBy)).toEqual(LIMITS);
    expect(await lend(new AbortController().signal, settingsSeenBy)).toEqual(LIMITS);
  });

  test('leaves no setting and no named statement on the connection', async () => {
    for (const value of [1, 2])
      await db.run(one('test.prepared', { value: number }, { prepare: true })`select ${value}::int as value`);
    await db.transaction((tx) => tx.run(one('test.three', { three: number })`select ${3}::int as three`));

    const client = await pool.connect();
    const { rows } = await client.query(
      `select setting from pg_settings where name = any ($1) and source = 'session'
       union all select name from pg_prepared_statements`,
      [NAMES],
    );
    client.release();
    expect(rows).toEqual([]);
  });

  test('ends a single statement and one of a transaction that exceed the timeout, and serves the next', async () => {
    const sleep = count('test.sleep')`select pg_sleep(10)`;
    const isTimeout = (error: unknown) => hasSqlState(error, '57014');

    expect(await db.run(sleep).catch(isTimeout)).toBe(true);
    expect(await db.transaction((tx) => tx.run(sleep)).catch(isTimeout)).toBe(true);
    expect(await db.run(one('test.one', { one: number })`select 1 as one`)).toEqual({ one: 1 });
  });

  test('reports a constraint that fails only at the commit of a single statement', async () => {
    await pool.query('create table parents (id int primary key)');
    await pool.query('create table children (parent int references parents deferrable initially deferred)');

    const isForeignKey = (error: unknown) => hasSqlState(error, '23503');
    const insert = count('test.insertChild')`insert into children values (${7})`;
    expect(await db.run(insert).catch(isForeignKey)).toBe(true);
    expect(await db.run(all('test.children', { parent: number })`select parent from children`)).toEqual([]);
  });

  test('can set the isolation level of a transaction', async () => {
    const show = one('test.isolation', { transactionIsolation: text })`show transaction_isolation`;
    const level = await db.transaction((tx) => tx.run(show), {
      isolationLevel: 'repeatable read',
    });

    expect(level).toEqual({ transactionIsolation: 'repeatable read' });
  });
});
