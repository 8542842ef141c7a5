import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDisk } from '#media/store.ts';
import { readConfig } from '#platform/config.ts';
import { Connection } from '#platform/database/connection.ts';
import { hasSqlState } from '#platform/database/errors.ts';
import { dropDatabase, ensureDatabase, migrate } from '#platform/database/migrate.ts';
import { grantRuntimeRole } from '#platform/database/runtime-role.ts';
import { loadSample } from '#sample/load.ts';

const PREFIX = 'crystalline_test_run';

/** A migrated database with the sample data, and its images in `mediaDir`. */
export async function aSampleDatabase(mediaDir: string) {
  const database = newDatabase();
  const runtimeRole = database.name;
  await ensureDatabase(database.url);
  await migrate(database.url);
  await grantRuntimeRole(database.url, asRuntimeRole(database.url, runtimeRole));
  const { db, close } = new Connection({
    url: database.url,
    applicationName: 'crystalline-test',
    max: 1,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 20_000,
    onError: console.error,
  });
  await loadSample(db, await openDisk({ driver: 'fs', directory: mediaDir }));
  await close();
  return {
    url: database.url,
    runtimeRole,
    async drop() {
      await database.drop();
      await dropLeftovers();
      await dropRole(runtimeRole);
    },
  };
}

/**
 * A test file that failed to load has left its copy, which holds grants of the role. While its process is ending, the
 * copy stays, and the next run drops both: the run itself has not failed.
 */
const dropRole = (role: string) =>
  onServer((client) => client.query(`drop role ${role}`)).catch((error: unknown) => {
    if (!hasSqlState(error, '2BP01')) throw error;
  });

/** The URL of the same database with the role of API and worker. */
export function asRuntimeRole(databaseUrl: string, role: string) {
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = role;
  return url.href;
}

/** The settings of an app on this database: through the pooler that TEST_POOLER names, if it does. */
export function appSettings(databaseUrl: string) {
  const pooler = process.env.TEST_POOLER;
  if (!pooler) return { DATABASE_URL: databaseUrl };
  const url = new URL(databaseUrl);
  url.host = pooler;
  return { DATABASE_URL: url.href, DATABASE_DIRECT_URL: databaseUrl, DATABASE_POOLER: 'transaction' };
}

/** As files: writing the 16 MB to the WAL instead takes more than twice as long. */
export async function aCopyOf(databaseUrl: string) {
  const database = newDatabase();
  const template = nameIn(databaseUrl);
  await onServer((client) => client.query(`create database ${database.name} template ${template} strategy file_copy`));
  return database;
}

const DEPENDENT_OBJECTS = '2BP01';

/** Drops databases and roles of crashed runs: their names contain the id of a process that has ended. */
export async function dropLeftovers() {
  await onServer(async (client) => {
    const isLeftover = ({ name }: { name: string }) => !isRunning(Number(/_(\d+)_/.exec(name)?.[1]));
    const databases = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [PREFIX],
    );
    for (const { name } of databases.rows.filter(isLeftover))
      await client.query(`drop database if exists ${name} with (force)`);
    const roles = await client.query<{ name: string }>(
      'select rolname as name from pg_roles where starts_with(rolname, $1)',
      [PREFIX],
    );
    for (const { name } of roles.rows.filter(isLeftover))
      await client.query(`drop role if exists ${name}`).catch((error) => {
        // A worker process can outlive its run, and with it a database in which the role has permissions.
        if (error.code !== DEPENDENT_OBJECTS) throw error;
      });
  });
}

/** The URL of a database that does not exist yet. */
function newDatabase() {
  const url = new URL(readConfig(process.env).databaseUrl);
  url.pathname = `/${PREFIX}_${process.pid}_${randomBytes(4).toString('hex')}`;
  return { url: url.href, name: nameIn(url.href), drop: () => dropDatabase(url.href) };
}

const nameIn = (url: string) => new URL(url).pathname.slice(1);

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>) {
  const url = new URL(readConfig(process.env).databaseUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
