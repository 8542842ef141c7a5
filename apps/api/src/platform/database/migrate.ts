import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations as migrateQueue } from 'graphile-worker';
import pg from 'pg';
import { adoptBaseline } from './baseline.ts';
import type { Db } from './db.ts';
import { hasSqlState } from './errors.ts';
import {
  applyMigration,
  ensureMigrationsTable,
  findBlockers,
  LOCK_TIMEOUT_MS,
  MIGRATIONS_TABLE,
  pendingMigrations,
  readMigrations,
  retryLocked,
} from './migrations.ts';
import { bool, text } from './row.ts';
import { all, one, raw } from './sql.ts';

const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url));
const LOCK = 'shop migrations';
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Creates the database if it does not exist; returns whether it did. If it exists, there is no connection to another
 * database, which managed servers refuse.
 */
export async function ensureDatabase(databaseUrl: string) {
  if (await hasDatabase(databaseUrl)) return false;
  const name = databaseName(databaseUrl);
  return onServer(databaseUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return false;
    await client.query(`create database ${pg.escapeIdentifier(name)}`);
    return true;
  });
}

async function hasDatabase(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (hasSqlState(error, '3D000')) return false;
    throw error;
  }
}

const OBJECT_IN_USE = '55006';

/**
 * PostgreSQL waits up to 5 s for connections that are ending: a pool's `end()` resolves before they have, and one that
 * is terminated meanwhile throws. Only those that stay are terminated.
 */
export async function dropDatabase(databaseUrl: string) {
  const drop = `drop database if exists ${pg.escapeIdentifier(databaseName(databaseUrl))}`;
  await onServer(databaseUrl, (client) =>
    client.query(drop).catch((error: unknown) => {
      if (!hasSqlState(error, OBJECT_IN_USE)) throw error;
      return client.query(`${drop} with (force)`);
    }),
  );
}

type MigrateOptions = { dir?: string; maxAttempts?: number; onAdopted?: () => void };

/**
 * Applies the pending migrations, one transaction per file, and returns their names; a store at the last migration before
 * the baseline adopts that first. Each attempt waits up to 2 s for a lock: 30 attempts take about two minutes.
 */
export async function migrate(
  databaseUrl: string,
  { dir = MIGRATIONS_DIR, maxAttempts = 30, onAdopted }: MigrateOptions = {},
) {
  const url = new URL(databaseUrl);
  url.searchParams.set('lock_timeout', String(LOCK_TIMEOUT_MS));
  const connection = { connectionString: url.href, application_name: 'crystalline-migrate' };
  const [client, watcher] = [new pg.Client(connection), new pg.Client(connection)];
  // A connection that breaks while idle fails again at its next query.
  for (const each of [client, watcher]) each.on('error', () => {});
  try {
    await Promise.all([client.connect(), watcher.connect()]);
    await lockMigrations(client);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const blockers = () => findBlockers(watcher, rows[0]?.pid ?? 0);
    const retry = <T>(name: string, work: () => Promise<T>) => retryLocked(name, work, { maxAttempts, blockers });

    // The queue schema goes first, so that a database with our migrations can accept jobs.
    await retry('The queue schema', () => migrateQueue({ connectionString: url.href }));
    await retry(MIGRATIONS_TABLE, () => ensureMigrationsTable(client));
    const known = readMigrations(dir);
    if (await retry('The baseline', () => adoptBaseline(client, known))) onAdopted?.();
    const pending = await pendingMigrations(client, known);
    for (const migration of pending) await retry(migration.name, () => applyMigration(client, migration));
    return pending.map(({ name }) => name);
  } finally {
    await Promise.all([client.end(), watcher.end()]);
  }
}

/**
 * Several processes may start a release at once: the first migrates, the others find nothing pending. They poll: a
 * statement that waits for the lock holds a snapshot, and `create index concurrently` would wait for that in turn.
 */
async function lockMigrations(client: pg.Client) {
  const isLocked = async () => {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as locked', [LOCK]);
    return rows[0]?.locked;
  };
  while (!(await isLocked())) await pause(200 + Math.random() * 200);
}

/**
 * A process requires every migration of its release. Newer ones are accepted, for a rollback or a restart during a
 * rollout, unless one of them is marked as breaking.
 */
export async function assertKnownSchema(db: Db, dir = MIGRATIONS_DIR) {
  const { missing, unknown } = await compareSchema(db, dir);
  if (missing.length > 0) {
    throw new Error(`The database lacks ${missing.join(', ')}. Run \`npm run setup\` to bring it up to date.`);
  }
  const breaking = unknown.filter((migration) => migration.breaking);
  if (breaking.length > 0) {
    const names = breaking.map(({ name }) => name).join(', ');
    throw new Error(`This release cannot work on a database that has ${names}. Start a newer release.`);
  }
}

/**
 * Migrations of this release that the database lacks, and migrations in the database that this release lacks: newer ones,
 * as the names of those before the baseline sort before all of its own.
 */
export async function compareSchema(db: Db, dir = MIGRATIONS_DIR) {
  const known = readMigrations(dir).map(({ name }) => name);
  const applied = await appliedMigrations(db);
  return {
    missing: known.filter((name) => !applied.some((migration) => migration.name === name)),
    unknown: applied.filter(({ name }) => !known.includes(name) && name > (known[0] ?? '')),
  };
}

async function appliedMigrations(db: Db) {
  const { found } = await db.run(
    one('platform.hasMigrations', { found: bool })`select to_regclass(${MIGRATIONS_TABLE}) is not null as found`,
  );
  if (!found) return [];
  return db.run(
    all('platform.listMigrations', { name: text, breaking: bool })`select name, breaking from ${raw(MIGRATIONS_TABLE)}`,
  );
}

const databaseName = (databaseUrl: string) => decodeURIComponent(new URL(databaseUrl).pathname.slice(1));

/** Databases are created and dropped from the maintenance database `postgres`. */
async function onServer<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>) {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
