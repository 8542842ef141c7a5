/**
 * Fails on SQL that writes a table of another context. The comment of a table in its migration begins with the context
 * that owns it; one without an owner fails. Exceptions are listed in docs/architecture.md; an entry that is not needed any
 * more fails.
 */
import { readFileSync } from 'node:fs';
import { listFiles } from './repository-files.ts';

const ROOT = 'apps/api/src/';
const LIST = 'docs/architecture.md';

/** `path` starts at `apps/api/src`: its first folder is the context. */
type Source = { path: string; text: string };

/** Of TypeScript and SQL, on lines of their own. */
const COMMENT = /^\s*(?:\/\/|\/?\*|--).*$/gm;
/** Not `do update set`, `then update set`, `for update`, `for no key update`, `on update`. What follows `update of` is no table. */
const VERB = String.raw`insert\s+into|(?<!\b(?:do|for|key|on|then)\s+)update|delete\s+from|merge\s+into|truncate`;
const NAME = String.raw`(?:public\.)?"?\w+"?`;
const WRITE = new RegExp(String.raw`\b(?:${VERB})\s+(?:table\s+|only\s+)*(${NAME}(?:\s*,\s*${NAME})*)`, 'gi');

/** By table: the context that its comment begins with. */
export const readOwners = (migrations: string) =>
  new Map(
    [...migrations.matchAll(/^comment on table (\w+) is\s+'([\w-]+)\. /gm)].map(([, table = '', owner = '']) => [
      table,
      owner,
    ]),
  );

export const tablesWritten = (text: string) =>
  [...text.replaceAll(COMMENT, '').matchAll(WRITE)].flatMap(([, names = '']) =>
    names.split(',').map((name) =>
      name
        .trim()
        .replaceAll(/^public\.|"/gi, '')
        .toLowerCase(),
    ),
  );

/** The rows of `| file | tables | reason |`: `file table` for each table. */
function readExceptions(document: string) {
  const [, rows = ''] = /^\| file \| tables \| reason \|\n\|[-|]+\|\n((?:\|.*\n?)*)/m.exec(document) ?? [];
  return rows.split('\n').flatMap((row) => {
    const [, file = '', tables = ''] = row.split('|').map((cell) => cell.replaceAll('`', '').trim());
    return file ? tables.split(/\s*,\s*/).map((table) => `${file} ${table}`) : [];
  });
}

export function ownerFaults(sources: Source[], document: string, migrations: string): string[] {
  const owners = readOwners(migrations);
  const listed = new Set(readExceptions(document));
  const foreign = new Set(
    sources.flatMap(({ path, text }) =>
      tablesWritten(text)
        .filter((table) => owners.has(table) && owners.get(table) !== path.split('/')[0])
        .map((table) => `${path} ${table}`),
    ),
  );
  const tables = [...migrations.matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(([, table = '']) => table);
  return [
    ...tables
      .filter((table) => !owners.has(table))
      .map((table) => `${table} has no owner: begin its comment with the context.`),
    ...[...foreign]
      .filter((write) => !listed.has(write))
      .map(
        (write) => `${ROOT}${write}: the table is of another context. Call its service, or list the write in ${LIST}.`,
      ),
    ...[...listed]
      .filter((write) => !foreign.has(write))
      .map((write) => `${LIST} lists ${write}, which is not written.`),
  ];
}

if (import.meta.main) {
  const sources = listFiles(ROOT)
    .filter((path) => /\.(ts|sql)$/.test(path) && !/\.test\.ts$/.test(path))
    .map((path) => ({ path: path.slice(ROOT.length), text: readFileSync(path, 'utf8') }));
  const migrations = listFiles('apps/api/migrations/').map((path) => readFileSync(path, 'utf8'));
  const faults = ownerFaults(sources, readFileSync(LIST, 'utf8'), migrations.join('\n'));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) console.error('To repeat this check: npm run check:owners');
  console.log(`Table owners: ${faults.length} faults.`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
