import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#test/test-store.ts';
import { connect } from './db.ts';
import { hasSqlState } from './errors.ts';
import { number } from './row.ts';
import { one } from './sql.ts';

/** One connection, which every transaction shares, as if through a pooler. */
const { db, pool, clientDb, close } = connect({
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
const settings = sql`select setting from unnest(${sql.param(NAMES)}::text[]) with ordinality name (name, position)
                       join pg_settings using (name) order by position`;
const settingsSeenBy = async (reader: Pick<typeof db, 'execute'>) =>
  (await reader.execute<{ setting: string }>(settings)).rows.map(({ setting }) => setting);

describe('a pool behind a pooler in transaction mode', () => {
  test('gives a single statement, a transaction and a lent client all limits and settings', async () => {
    expect(await settingsSeenBy(db)).toEqual(LIMITS);
    expect(await db.transaction(settingsSeenBy)).toEqual(LIMITS);
    const client = await pool.connect();
    expect(await settingsSeenBy(clientDb(client))).toEqual(LIMITS);
    client.release();
  });

  test('leaves no setting and no named statement on the connection', async () => {
    for (const value of [1, 2])
      await db.run(one('test.prepared', { value: number }, { prepare: true })`select ${value}::int as value`);
    await db.transaction((tx) => tx.execute(sql`select ${3}::int`));

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
    const sleep = sql`select pg_sleep(10)`;
    const isTimeout = (error: unknown) => hasSqlState(error, '57014');

    expect(await db.execute(sleep).catch(isTimeout)).toBe(true);
    expect(await db.transaction((tx) => tx.execute(sleep)).catch(isTimeout)).toBe(true);
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test('reports a constraint that fails only at the commit of a single statement', async () => {
    await pool.query('create table parents (id int primary key)');
    await pool.query('create table children (parent int references parents deferrable initially deferred)');

    const isForeignKey = (error: unknown) => hasSqlState(error, '23503');
    expect(await db.execute(sql`insert into children values (${7})`).catch(isForeignKey)).toBe(true);
    expect((await db.execute(sql`select * from children`)).rows).toEqual([]);
  });

  test('can set the isolation level of a transaction', async () => {
    const level = await db.transaction((tx) => tx.execute(sql`show transaction_isolation`), {
      isolationLevel: 'repeatable read',
    });

    expect(level.rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
  });
});
