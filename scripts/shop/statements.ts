import { parseArgs } from 'node:util';
import { hasSqlState } from '../../apps/api/src/platform/database/errors.ts';
import { bool, number, text } from '../../apps/api/src/platform/database/row.ts';
import { all, one } from '../../apps/api/src/platform/database/sql.ts';
import { withDatabase } from './connection.ts';

const SHOWN = 30;
const NOT_INSTALLED = `PostgreSQL keeps no statistics of statements. Add pg_stat_statements to shared_preload_libraries in
postgresql.conf, restart PostgreSQL, and run as a superuser, in the store's database:
  create extension if not exists pg_stat_statements;`;

/** object_not_in_prerequisite_state: the extension exists, but its library is not loaded. */
const NOT_LOADED = '55000';

const findExtension = () =>
  one('shop.findStatistics', { isInstalled: bool })`
    select to_regclass('pg_stat_statements') is not null as is_installed`;

/** Texts that vary under one name are one statement. A role reads the texts of its own statements only. */
const listCostliest = () =>
  all('shop.listCostliest', { name: text, calls: number, totalMs: number, rows: number })`
    select coalesce(substring(query from '^/[*] ([[:alnum:].]+) [*]/'), 'without a name') as name, sum(calls) as calls,
           sum(total_exec_time) as total_ms, sum(rows) as rows
      from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) and calls > 0
     group by 1 order by total_ms desc limit ${SHOWN}`;

export async function runStatements(args: string[]) {
  parseArgs({ args, options: {} });
  const statements = await withDatabase(10_000, async (db) => {
    const { isInstalled } = await db.run(findExtension());
    return isInstalled ? db.run(listCostliest()) : undefined;
  }).catch((error: unknown) => {
    if (!hasSqlState(error, NOT_LOADED)) throw error;
  });
  if (!statements) throw new Error(NOT_INSTALLED);
  console.log(lineOf('calls', 'total ms', 'mean ms', 'rows', 'statement'));
  for (const { name, calls, totalMs, rows } of statements)
    console.log(lineOf(`${calls}`, totalMs.toFixed(), (totalMs / calls).toFixed(2), `${rows}`, name));
}

const lineOf = (calls: string, totalMs: string, meanMs: string, rows: string, name: string) =>
  `${calls.padStart(10)} ${totalMs.padStart(11)} ${meanMs.padStart(9)} ${rows.padStart(11)}  ${name}`;
