/**
 * Fails on a write to a table of another context, in SQL text or by the query builder. The comment of a table in its
 * migration begins with the context that owns it. Exceptions are listed in docs/architecture.md; an entry that is not needed any more fails.
 * Also fails on queries that bypass `Db`: only platform calls a pool.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { listFiles } from './repository-files.ts';

const ROOT = 'apps/api/src/';
const MIGRATIONS = 'apps/api/migrations/';
const LIST = 'docs/architecture.md';

/** Paths start at `apps/api/src`: their first folder is the context. */
type Source = { path: string; text: string };
type Write = { path: string; line: number; table: string };
type Exception = { path: string; table: string };
/** `variables` has the tables that a schema file exports: path, then variable, then table. */
type Tables = { owners: Map<string, string>; variables: Map<string, Map<string, string>> };

const OWNER = /^comment on table (\w+) is\s+'(\w+)\. /gm;
const DECLARATION = /\bexport const (\w+) = pgTable\(\s*'(\w+)'/g;
/** Strings are matched to keep them: they may contain `//` or `/*`. */
const STRING_OR_COMMENT = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\/.*|\/\*[\s\S]*?\*\/|(?<=^|\s)--(?:[ \t].*)?$/gm;
/** Not `do update set`, `for update`, `for no key update`, `on update`. What follows `update of` is no table. */
const VERB = String.raw`insert\s+into|(?<!\b(?:do|for|key|on)\s+)update|delete\s+from|merge\s+into|truncate`;
const NAME = String.raw`(?:public\.)?"?\w+"?|\$\{[\w.]+\}`;
const SQL_WRITE = new RegExp(
  String.raw`\b(?:${VERB})\s+(?:table\s+|only\s+)*((?:${NAME})(?:\s*,\s*(?:${NAME}))*)`,
  'gi',
);
const BUILDER_WRITE = /\.(?:insert|update|delete)\(\s*([\w.]+)\s*\)/g;
const IMPORT = /\bimport\s+(?:type\s+)?(?:\*\s+as\s+(\w+)|\{([^}]*)\})\s+from\s+'([^']+)'/g;
const POOL_QUERY = /\b\w*pool\s*\??\.\s*query\b/i;

const contextOf = (path: string) => path.split('/')[0] ?? '';
const keyOf = ({ path, table }: Exception) => `${path} ${table}`;

export function readTables(sources: Source[], migrations: string): Tables {
  const owners = new Map([...migrations.matchAll(OWNER)].map(([, table = '', owner = '']) => [table, owner]));
  const variables = new Map<string, Map<string, string>>();
  for (const { path, text } of sources)
    variables.set(path, new Map([...text.matchAll(DECLARATION)].map(([, name = '', table = '']) => [name, table])));
  return { owners, variables };
}

export function findWrites({ path, text }: Source, tables: Tables): Write[] {
  const code = blankComments(text);
  const variables = variablesIn(path, code, tables);
  const inSql = [...code.matchAll(SQL_WRITE)].flatMap(({ 1: names = '', index }) =>
    names.split(',').map((name) => ({ index, table: tableOf(name.trim(), variables) })),
  );
  const byBuilder = [...code.matchAll(BUILDER_WRITE)].map(({ 1: name = '', index }) => ({
    index,
    table: variables.get(name),
  }));
  return [...inSql, ...byBuilder].flatMap(({ index, table }) =>
    table && tables.owners.has(table) ? { path, line: code.slice(0, index).split('\n').length, table } : [],
  );
}

/** Of a name in SQL text, or of a variable in `${…}`. */
function tableOf(name: string, variables: Map<string, string>) {
  const variable = /^\$\{(.+)\}$/.exec(name)?.[1];
  return variable
    ? variables.get(variable)
    : name
        .replace(/^public\./i, '')
        .replaceAll('"', '')
        .toLowerCase();
}

/** Keeps the line numbers. */
const blankComments = (text: string) =>
  text.replace(STRING_OR_COMMENT, (match) => (/^['"]/.test(match) ? match : match.replace(/[^\n]/g, ' ')));

/** The tables that a file can name: its own, imported ones, also under another name, and those of a namespace. */
function variablesIn(path: string, code: string, { variables }: Tables) {
  const names = new Map(variables.get(path) ?? []);
  for (const [, namespace, named = '', specifier = ''] of code.matchAll(IMPORT)) {
    const target = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier);
    const imported = variables.get(target) ?? new Map<string, string>();
    if (namespace) for (const [variable, table] of imported) names.set(`${namespace}.${variable}`, table);
    for (const item of named.split(',')) {
      const [variable = '', name = variable] = item.trim().split(/\s+as\s+/);
      const table = imported.get(variable);
      if (table) names.set(name, table);
    }
  }
  return names;
}

/** The rows of `| file | tables | reason |`: one exception for each table. */
export function readExceptions(document: string): Exception[] {
  const [, rows = ''] = /^\| file \| tables \| reason \|\n\|[-|]+\|\n((?:\|.*\n?)*)/m.exec(document) ?? [];
  return rows.split('\n').flatMap((row) => {
    const [, file = '', tables = ''] = row.split('|').map((cell) => cell.replaceAll('`', '').trim());
    return file ? tables.split(/\s*,\s*/).map((table) => ({ path: file, table })) : [];
  });
}

export function ownerFaults(sources: Source[], migrations: string, document: string): string[] {
  const tables = readTables(sources, migrations);
  const exceptions = readExceptions(document);
  const foreignWrites = sources
    .flatMap((source) => findWrites(source, tables))
    .filter(({ path, table }) => tables.owners.get(table) !== contextOf(path));
  const listed = new Set(exceptions.map(keyOf));
  const written = new Set(foreignWrites.map(keyOf));
  return [
    ...foreignWrites
      .filter((write) => !listed.has(keyOf(write)))
      .map(({ path, line, table }) => `${ROOT}${path}:${line} writes ${table} of ${tables.owners.get(table)}.`),
    ...exceptions
      .filter((exception) => !written.has(keyOf(exception)))
      .map(({ path, table }) => `${LIST} lists a write of ${path} to ${table} that does not exist.`),
  ];
}

export const poolFaults = (sources: Source[]) =>
  sources
    .filter(({ path, text }) => contextOf(path) !== 'platform' && POOL_QUERY.test(blankComments(text)))
    .map(({ path }) => `${ROOT}${path} queries a pool: run SQL through Db.`);

if (import.meta.main) {
  const sources = listFiles(ROOT)
    .filter((path) => /\.(ts|sql)$/.test(path) && !/\.test\.ts$/.test(path))
    .map((path) => ({ path: path.slice(ROOT.length), text: readFileSync(path, 'utf8') }));
  const migrations = listFiles(MIGRATIONS)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const document = readFileSync(LIST, 'utf8');
  const faults = [...ownerFaults(sources, migrations, document), ...poolFaults(sources)];
  for (const fault of faults) console.error(fault);
  const { owners } = readTables(sources, migrations);
  const exceptions = readExceptions(document).length;
  console.log(`Table owners: ${owners.size} tables, ${exceptions} foreign writes listed, ${faults.length} faults.`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
