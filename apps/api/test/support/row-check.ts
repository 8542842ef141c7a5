/** Compares every row that a statement of a test file read with the shape that it declares. */
import { subscribe } from 'node:diagnostics_channel';
import type { Column } from '#platform/database/row.ts';
import { keysOf, type Result, Statement } from '#platform/database/sql.ts';

type Executed = { statement: Statement<unknown>; result: Result };
const isExecuted = (message: unknown): message is Executed =>
  typeof message === 'object' && message !== null && 'statement' in message && message.statement instanceof Statement;

/** One fault of each statement and column: a wrong declaration fails every test that runs it. */
const faults = new Map<string, string>();

/** Empties the list. */
export function takeRowFaults() {
  const found = [...faults.values()];
  faults.clear();
  return found;
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

subscribe('shop.statement', (message) => {
  if (!isExecuted(message)) return;
  const { statement, result } = message;
  for (const [key, fault] of faultsOf(statement, result))
    faults.set(`${statement.name}.${key}`, `${statement.name}: ${key} ${fault}`);
});
