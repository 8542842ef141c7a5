/**
 * Compares every row that a statement of a test file read with the shape that it declares, and its text with what the shape
 * declares as never null, whatever the rows.
 */
import { loadModule } from 'libpg-query';
import { inject } from 'vitest';
import type { Column } from '#platform/database/row.ts';
import { keyOf, keysOf, type Result, type Statement } from '#platform/database/sql.ts';
import { type Catalog, readCatalog } from './statements/catalog.ts';
import { onStatement, recordNames } from './statements/names.ts';
import { nullableColumns } from './statements/nullability.ts';

/** By statement and column; `test` is the first one that ran it. */
const faults = new Map<string, { fault: string; test?: string }>();

/** Each fault belongs to one test, and fails it again when it is repeated. */
export function faultsOfTest(test: string) {
  for (const found of faults.values()) found.test ??= test;
  return [...faults.values()].filter((found) => found.test === test).map(({ fault }) => fault);
}

export function faultsOf({ shape = {} }: Statement<unknown>, result: Result) {
  const keys = keysOf(result);
  const found = new Map<string, string>();
  for (const key of Object.keys(shape)) if (!keys.includes(key)) found.set(key, 'is declared, but not selected');
  for (const [place, key] of keys.entries()) {
    const column = shape[key];
    const fault = column
      ? faultIn(
          column,
          result.fields[place]?.dataTypeID ?? 0,
          result.rows.map((row) => row[place]),
        )
      : 'is selected, but not declared';
    if (fault) found.set(key, fault);
    if (keys.indexOf(key) !== place) found.set(key, 'is selected twice');
  }
  return found;
}

function faultIn({ types, isNullable, faultOf }: Column<unknown>, type: number, values: unknown[]) {
  if (!types.includes(type)) return `has the type ${type}, declared are ${types}`;
  for (const value of values) {
    if (value === null && !isNullable) return 'is null, but declared as never null';
    const fault = value === null ? undefined : faultOf?.(value);
    if (fault) return fault;
  }
}

/** What the shape declares as never null, although the text does not prove it. */
export function unprovenIn({ shape = {} }: Statement<unknown>, text: string, catalog: Catalog) {
  const reasons = new Map(nullableColumns(text, catalog).map(({ name, reason }) => [keyOf(name), reason]));
  const found = new Map<string, string>();
  for (const [key, { isNullable, presentBecause }] of Object.entries(shape)) {
    const reason = reasons.has(key) ? reasons.get(key) : 'its expression is not understood';
    if (reason && !isNullable && !presentBecause) found.set(key, `is declared as never null, but ${reason}`);
  }
  return found;
}

await loadModule();
const catalog = await readCatalog(inject('sampleDatabaseUrl'));
const checkedTexts = new Set<string>();

recordNames(inject('statementNames'));
onStatement(({ statement, result }) => {
  const report = (found: Map<string, string>) => {
    for (const [key, fault] of found) {
      const id = `${statement.name}.${key}`;
      if (!faults.has(id)) faults.set(id, { fault: `${statement.name}: ${key} ${fault}` });
    }
  };
  report(faultsOf(statement, result));
  const { text } = statement.compose();
  // Those of tests may read tables that they have created themselves.
  if (!statement.shape || checkedTexts.has(text) || statement.name.startsWith('test.')) return;
  checkedTexts.add(text);
  report(unprovenIn(statement, text, catalog));
});
