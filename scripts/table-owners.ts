/**
 * Fails on SQL that writes a table of another context. The comment of a table in its migration begins with the context
 * that owns it; one without an owner fails. Exceptions are listed in docs/architecture.md; an entry that is not needed any
 * more fails. Also fails on queries that bypass `Db`: only platform calls a pool.
 */
import { readFileSync } from 'node:fs';
import { listFiles } from './repository-files.ts';

const ROOT = 'apps/api/src/';
const MIGRATIONS = 'apps/api/migrations/';
const LIST = 'docs/architecture.md';

/** Paths start at `apps/api/src`: their first folder is the context. */
type Source = { path: string; text: string };
type Write = { path: string; line: number; table: string };
type Exception = { path: string; table: string };
/** By table: the context that its comment begins with. */
export type Owners = ReadonlyMap<string, string>;

const OWNER = /^comment on table (\w+) is\s+'([\w-]+)\. /gm;
/** Strings are matched to keep them: they may contain `//` or `/*`. */
const STRING_OR_COMMENT = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\/.*|\/\*[\s\S]*?\*\/|(?<=^|\s)--(?:[ \t].*)?$/gm;
/** Not `do update set`, `for update`, `for no key update`, `on update`. What follows `update of` is no table. */
const VERB = String.raw`insert\s+into|(?<!\b(?:do|for|key|on)\s+)update|delete\s+from|merge\s+into|truncate`;
const NAME = String.raw`(?:public\.)?"?\w+"?`;
const SQL_WRITE = new RegExp(
  String.raw`\b(?:${VERB})\s+(?:table\s+|only\s+)*((?:${NAME})(?:\s*,\s*(?:${NAME}))*)`,
  'gi',
);
const CREATED = /^create table (?:if not exists )?(\w+)/gm;
const POOL_QUERY = /\b\w*pool\s*\??\.\s*query\b/i;

const contextOf = (path: string) => path.split('/')[0] ?? '';
const keyOf = ({ path, table }: Exception) => `${path} ${table}`;

export const readOwners = (migrations: string): Owners =>
  new Map([...migrations.matchAll(OWNER)].map(([, table = '', owner = '']) => [table, owner]));

export function findWrites({ path, text }: Source, owners: Owners): Write[] {
  const code = blankComments(text);
  return [...code.matchAll(SQL_WRITE)].flatMap(({ 1: names = '', index }) =>
    names
      .split(',')
      .map(tableOf)
      .filter((table) => owners.has(table))
      .map((table) => ({ path, line: code.slice(0, index).split('\n').length, table })),
  );
}

/** Of a name in SQL text. */
const tableOf = (name: string) =>
  name
    .trim()
    .replace(/^public\./i, '')
    .replaceAll('"', '')
    .toLowerCase();

/** Keeps the line numbers. */
const blankComments = (text: string) =>
  text.replace(STRING_OR_COMMENT, (match) => (/^['"]/.test(match) ? match : match.replace(/[^\n]/g, ' ')));

/** The rows of `| file | tables | reason |`: one exception for each table. */
export function readExceptions(document: string): Exception[] {
  const [, rows = ''] = /^\| file \| tables \| reason \|\n\|[-|]+\|\n((?:\|.*\n?)*)/m.exec(document) ?? [];
  return rows.split('\n').flatMap((row) => {
    const [, file = '', tables = ''] = row.split('|').map((cell) => cell.replaceAll('`', '').trim());
    return file ? tables.split(/\s*,\s*/).map((table) => ({ path: file, table })) : [];
  });
}

export function ownerFaults(sources: Source[], document: string, owners: Owners): string[] {
  const exceptions = readExceptions(document);
  const foreignWrites = sources
    .flatMap((source) => findWrites(source, owners))
    .filter(({ path, table }) => owners.get(table) !== contextOf(path));
  const listed = new Set(exceptions.map(keyOf));
  const written = new Set(foreignWrites.map(keyOf));
  return [
    ...foreignWrites
      .filter((write) => !listed.has(keyOf(write)))
      .map(({ path, line, table }) => `${ROOT}${path}:${line} writes ${table} of ${owners.get(table)}.`),
    ...exceptions
      .filter((exception) => !written.has(keyOf(exception)))
      .map(({ path, table }) => `${LIST} lists a write of ${path} to ${table} that does not exist.`),
  ];
}

export const unownedFaults = (migrations: string, owners: Owners) =>
  [...migrations.matchAll(CREATED)]
    .filter(([, table = '']) => !owners.has(table))
    .map(([, table]) => `${table} has no owner: begin its comment with the context.`);

export const poolFaults = (sources: Source[]) =>
  sources
    .filter(({ path, text }) => contextOf(path) !== 'platform' && POOL_QUERY.test(blankComments(text)))
    .map(({ path }) => `${ROOT}${path} queries a pool: run SQL through Db.`);

if (import.meta.main) {
  const sources = listFiles(ROOT)
    .filter((path) => /\.(ts|sql)$/.test(path) && !/\.test\.ts$/.test(path))
    .map((path) => ({ path: path.slice(ROOT.length), text: readFileSync(path, 'utf8') }));
  const document = readFileSync(LIST, 'utf8');
  const migrations = listFiles(MIGRATIONS)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const owners = readOwners(migrations);
  const faults = [
    ...unownedFaults(migrations, owners),
    ...ownerFaults(sources, document, owners),
    ...poolFaults(sources),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0)
    console.error(
      'Call the owner’s service instead, or list the write with its reason in docs/architecture.md. To repeat this check: npm run check:owners',
    );
  const exceptions = readExceptions(document).length;
  console.log(`Table owners: ${owners.size} tables, ${exceptions} foreign writes listed, ${faults.length} faults.`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
