import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/test-store.ts';
import { Connection, type ConnectOptions } from './connection.ts';
import { number, text } from './row.ts';
import { all, one } from './sql.ts';

const url = await createTestDatabase();

/** The statements that a connection has prepared after it ran each of three twice. */
async function preparedBy(prepare: ConnectOptions['prepare']) {
  const { db, close } = new Connection({
    url,
    applicationName: 'crystalline-test',
    max: 1,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 20_000,
    prepare,
    onError: () => {},
  });
  for (const value of [1, 2]) {
    await db.run(one('test.marked', { marked: number }, { prepare: true })`select ${value}::int as marked`);
    await db.run(one('test.noValue', { marked: text }, { prepare: true })`select 'no value' as marked`);
    await db.run(one('test.unmarked', { unmarked: number })`select ${value}::int as unmarked`);
  }
  const listing = all('test.prepared', { statement: text })`select statement from pg_prepared_statements order by 1`;
  const rows = await db.run(listing);
  await close();
  return rows.map(({ statement }) => statement);
}

const MARKED = ['/* test.marked */ select $1::int as marked', "/* test.noValue */ select 'no value' as marked"];

/** With `all` the question is prepared too. */
const LISTING = '/* test.prepared */ select statement from pg_prepared_statements order by 1';

test.each([
  [undefined, []],
  ['marked' as const, MARKED],
  ['all' as const, [...MARKED, LISTING, '/* test.unmarked */ select $1::int as unmarked']],
])('a connection with `prepare: %s` prepares only these statements, each once', async (prepare, expected) => {
  expect(await preparedBy(prepare)).toEqual(expected);
});
