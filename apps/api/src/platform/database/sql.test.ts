import { expect, test } from 'vitest';
import { z } from 'zod';
import { faultsOf } from '#test/row-check.ts';
import { createTestStore } from '#test/test-store.ts';
import { bool, bytes, day, json, list, number, oneOf, orNull, text, timestamp, uuid } from './row.ts';
import {
  all,
  and,
  assignments,
  columnsOf,
  count,
  first,
  join,
  one,
  raw,
  rowsOf,
  type Statement,
  sql,
  when,
} from './sql.ts';

const { db, sql: pool } = await createTestStore();

test('values become parameters, fragments are inserted, and what is omitted adds nothing', () => {
  const page = (after?: string) => sql`where ${and(sql`a = ${1}`, after && sql`b > ${after}`, false)}`;

  expect(all('things.list', {})`select ${raw('a, b')} from t ${page('x')} limit ${2}`.compose()).toEqual({
    text: '/* things.list */ select a, b from t where a = $1 and b > $2 limit $3',
    values: [1, 'x', 2],
  });
  expect(all('things.list', {})`select from t ${page()} ${when(false, sql`x`)} limit ${false}`.compose()).toEqual({
    text: '/* things.list */ select from t where a = $1  limit $2',
    values: [1, false],
  });
  expect(and(undefined, false)).toEqual(raw('true'));
  expect(first('none', {})`select ${join([], raw(', '))}`.compose().text).toBe('/* none */ select ');
});

test('columns, assignments and rows take their names from keys', () => {
  expect(columnsOf({ id: uuid, orderId: uuid }, 'o').strings).toEqual(['o.id, o.order_id']);
  expect(count('things.update')`set ${assignments({ endsAt: null, title: 'A', used: undefined })}`.compose()).toEqual({
    text: '/* things.update */ set ends_at = $1, title = $2',
    values: [null, 'A'],
  });
  const rows = [
    { userId: 1, at: sql`now()` },
    { userId: 2, at: null, note: undefined },
    { userId: 3, note: 'A' },
  ];
  expect(count('things.insert')`insert into t ${rowsOf(rows)}`.compose()).toEqual({
    text: '/* things.insert */ insert into t (user_id, at, note) values ($1, now(), default), ($2, $3, default), ($4, default, $5)',
    values: [1, 2, null, 3, 'A'],
  });
});

test('numbers, moments, days and lists are decoded, and a number that JavaScript cannot hold throws', async () => {
  const shape = {
    ...{ cents: number, share: number, ids: list(number), at: timestamp, on: day },
    ...{ isTrue: bool, raw: bytes, noneYet: orNull(text) },
  };
  const found = one('test.decoded', shape)`
    select 9007199254740991::bigint as cents, 0.25::numeric as share, array[1, 2]::bigint[] as ids,
           '2026-03-01T10:00:00Z'::timestamptz as at, '2026-03-01'::date as "on", true as is_true,
           '\\xff'::bytea as raw, null::text as none_yet`;

  expect(await db.run(found)).toEqual({
    cents: 9_007_199_254_740_991,
    share: 0.25,
    ids: [1, 2],
    at: new Date('2026-03-01T10:00:00Z'),
    on: '2026-03-01',
    isTrue: true,
    raw: Buffer.from([255]),
    noneYet: null,
  });
  await expect(db.run(one('test.large', { n: number })`select 9007199254740993::bigint as n`)).rejects.toThrow(
    'too large: 9007199254740993',
  );
});

test('statements sent together are answered under their names, in one transaction in their order', async () => {
  const answers = await db.transaction((tx) =>
    tx.together({
      made: count('test.make')`create temporary table made on commit drop as select 7 as n`,
      read: first('test.read', { n: number })`select n from made`,
      none: first('test.none', { n: number })`select n from made where n = ${8}`,
      all: all('test.all', { n: number })`select n from made`,
    }),
  );

  expect(answers).toEqual({ made: 1, read: { n: 7 }, none: undefined, all: [{ n: 7 }] });
  await expect(db.run(one('test.missing', { n: number })`select 1 as n where false`)).rejects.toThrow(
    'test.missing: no row.',
  );
});

test('a failed savepoint undoes its own writes alone', async () => {
  const rows = await db.transaction(async (tx) => {
    await tx.run(count('test.make')`create temporary table kept (n integer) on commit drop`);
    await tx.run(count('test.keep')`insert into kept values (1)`);
    await tx
      .transaction(async (nested) => {
        await nested.run(count('test.drop')`insert into kept values (2)`);
        throw new Error('undone');
      })
      .catch(() => {});
    return tx.run(all('test.kept', { n: number })`select n from kept`);
  });

  expect(rows).toEqual([{ n: 1 }]);
});

test.each([
  ['another type', { id: text }, 'id has the type 2950'],
  ['a column that is not selected', { id: uuid, name: text }, 'name is declared, but not selected'],
  ['a column that is not declared', {}, 'id is selected, but not declared'],
])('a shape with %s is found', async (_what, shape, fault) => {
  const statement = all('test.lie', shape)`select '01890000-0000-7000-8000-000000000000'::uuid as id`;
  expect(await faultsFoundIn(statement)).toContain(fault);
});

test.each([
  ['null', orNull(text), text, sql`null::text`, 'value is null, but declared as never null'],
  ['a word that is none of those declared', text, oneOf(['a', 'b']), sql`'c'`, 'value c is none of a,b'],
  ['JSON of another form', text, json(z.object({ a: z.number() })), sql`'{"a": "1"}'::jsonb`, 'expected number'],
  ['null in a list', text, list(text), sql`array['a', null]`, 'value an element is null'],
])('%s is found', async (_what, _true, declared, value, fault) => {
  expect(await faultsFoundIn(one('test.lie', { value: declared })`select ${value} as value`)).toContain(fault);
});

/** Read without a runner, so that the check of this file does not fail. */
async function faultsFoundIn(statement: Statement<unknown>) {
  const { text: query, values } = statement.compose();
  const result = await pool.query({ text: query, rowMode: 'array' }, values);
  return [...faultsOf(statement, result)].flat().join(' ');
}
