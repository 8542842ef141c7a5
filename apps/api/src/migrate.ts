import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { runMigrations as migrateQueue } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Db } from './db.ts';

const MIGRATIONS_DIR = fileURLToPath(new URL('../migrations', import.meta.url));
const MIGRATIONS_TABLE = 'schema_migrations';
const LOCK = 'shop migrations';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Creates the database when the server does not have it yet; tells whether it did. */
export async function ensureDatabase(databaseUrl: string) {
  const name = databaseName(databaseUrl);
  return onServer(databaseUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return false;
    await client.query(`create database ${pg.escapeIdentifier(name)}`);
    return true;
  });
}

export async function dropDatabase(databaseUrl: string) {
  const name = pg.escapeIdentifier(databaseName(databaseUrl));
  await onServer(databaseUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
}

/** Brings the database to the schema of this release; tells the names of the migrations it ran. */
export async function migrate(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'crystalline-migrate' });
  await client.connect();
  try {
    // Many processes may start a release at once: the first migrates, the others wait and find nothing to do.
    await client.query('select pg_advisory_lock(hashtext($1))', [LOCK]);
    // The queue goes first, so that a database which has our migrations can take jobs.
    await migrateQueue({ connectionString: databaseUrl });
    const ran = await runner({
      dbClient: client,
      dir: MIGRATIONS_DIR,
      migrationsTable: MIGRATIONS_TABLE,
      direction: 'up',
      noLock: true,
      singleTransaction: true,
      logger: silent,
    });
    return ran.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** A process must not run on a schema that is older or newer than the one it was written for. */
export async function assertKnownSchema(db: Db) {
  const known = readdirSync(MIGRATIONS_DIR).map((file) => file.replace(/\.sql$/, ''));
  const applied = await appliedMigrations(db);

  const missing = known.filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    throw new Error(`The database lacks ${missing.join(', ')}. Run \`npm run setup\` to bring it up to date.`);
  }
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`The database is newer than this release: it has ${unknown.join(', ')}. Start a newer release.`);
  }
}

async function appliedMigrations(db: Db) {
  const { rows: tables } = await db.execute(sql`select to_regclass(${MIGRATIONS_TABLE}) as found`);
  if (!tables[0]?.found) return [];
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from ${sql.identifier(MIGRATIONS_TABLE)} order by id`,
  );
  return rows.map((row) => row.name);
}

const databaseName = (databaseUrl: string) => decodeURIComponent(new URL(databaseUrl).pathname.slice(1));

/** Databases are created and dropped from another one: the server's own `postgres`. */
async function onServer<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>) {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
