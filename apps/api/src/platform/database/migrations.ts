import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export const MIGRATIONS_TABLE = 'schema_migrations';
/** Queries on the same table queue behind a waiting migration, so it must not wait longer than requests may. */
export const LOCK_TIMEOUT_MS = 2_000;

export type Migration = { name: string; sql: string; breaking: boolean; inTransaction: boolean };

/**
 * The files of a directory, sorted by name. Two markers, each on its own line: `-- breaking`: releases without this
 * file must not run on the schema; `-- no-transaction`: run statement by statement, each ended by a `;` at the end of a
 * line.
 */
export const readMigrations = (dir: string): Migration[] =>
  readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const sql = readFileSync(join(dir, file), 'utf8');
      const hasMark = (mark: string) => new RegExp(`^-- ${mark}$`, 'm').test(sql);
      return {
        name: basename(file, '.sql'),
        sql,
        breaking: hasMark('breaking'),
        inTransaction: !hasMark('no-transaction'),
      };
    });

export const ensureMigrationsTable = (client: pg.Client) =>
  client.query(`create table if not exists ${MIGRATIONS_TABLE} (
    id serial primary key, name varchar(255) not null, run_on timestamp not null,
    breaking boolean not null default false)`);

export async function listApplied(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATIONS_TABLE}`);
  return rows.map(({ name }) => name);
}

export async function pendingMigrations(client: pg.Client, known: Migration[]) {
  const applied = new Set(await listApplied(client));
  const last = known.findLast(({ name }) => applied.has(name))?.name ?? '';
  const pending = known.filter(({ name }) => !applied.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late) throw new Error(`${late.name} comes before ${last}, which was applied already: give it a higher number.`);
  return pending;
}

export const applyMigration = (client: pg.Client, migration: Migration) =>
  migration.inTransaction ? applyInTransaction(client, migration) : applyByStatement(client, migration);

const applyInTransaction = (client: pg.Client, migration: Migration) =>
  inTransaction(client, async () => {
    await client.query(migration.sql);
    await insertApplied(client, migration);
  });

export async function inTransaction(client: pg.Client, work: () => Promise<void>) {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function applyByStatement(client: pg.Client, migration: Migration) {
  await dropInvalidIndexes(client, migration);
  for (const statement of migration.sql.split(/;[ \t]*$/m)) await runStatement(client, statement);
  await insertApplied(client, migration);
}

/** `concurrently` waits for every older transaction, without a limit; no query queues behind it. */
async function runStatement(client: pg.Client, statement: string) {
  if (!/\bconcurrently\b/i.test(statement)) return client.query(statement);
  await client.query('set lock_timeout = 0');
  try {
    return await client.query(statement);
  } finally {
    await client.query('reset lock_timeout');
  }
}

const CONCURRENT_INDEX = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+(\w+))?/gi;

/** An interrupted build leaves an invalid index that is never used and slows every write. */
async function dropInvalidIndexes(client: pg.Client, { sql }: Migration) {
  for (const [, name] of sql.matchAll(CONCURRENT_INDEX)) {
    if (!name) throw new Error('write `create index concurrently if not exists`, as the file may run twice.');
    const { rowCount } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [name],
    );
    if (rowCount) await runStatement(client, `drop index concurrently ${pg.escapeIdentifier(name)}`);
  }
}

export const insertApplied = (client: pg.Client, { name, breaking }: Migration) =>
  client.query(`insert into ${MIGRATIONS_TABLE} (name, run_on, breaking) values ($1, now(), $2)`, [name, breaking]);

type RetryOptions = { maxAttempts: number; blockers: () => Promise<string[]> };

/** Retries while locks are not available; between attempts, queries queued behind it run. */
export async function retryLocked<T>(
  name: string,
  work: () => Promise<T>,
  { maxAttempts, blockers }: RetryOptions,
): Promise<T> {
  let lastBlockers: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const watch = setInterval(async () => {
      const found = await blockers().catch(() => []);
      if (found.length > 0) lastBlockers = found;
    }, LOCK_TIMEOUT_MS / 4);
    try {
      return await work();
    } catch (error) {
      if (!isLockConflict(error)) throw new Error(`${name}: ${messageOf(error)}`, { cause: error });
      if (attempt >= maxAttempts) {
        const by = lastBlockers.length > 0 ? ` It was blocked by ${lastBlockers.join('; ')}` : '';
        throw new Error(`${name} could not get its locks in ${attempt} attempts.${by}`, { cause: error });
      }
    } finally {
      clearInterval(watch);
    }
    await pause(LOCK_TIMEOUT_MS * (0.5 + Math.random()));
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** lock_not_available, deadlock_detected */
const isLockConflict = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');

/** Describes the sessions that block the backend `pid`; needs another connection. */
export async function findBlockers(client: pg.Client, pid: number) {
  const { rows } = await client.query<{ blocker: string }>(
    `select format('pid %s (%s, for %s s): %s', pid, application_name,
                   extract(epoch from now() - xact_start)::int, left(query, 200)) as blocker
       from pg_stat_activity where pid = any(pg_blocking_pids($1))`,
    [pid],
  );
  return rows.map(({ blocker }) => blocker);
}
