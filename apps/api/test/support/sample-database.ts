import { createHash, randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openDisk } from '#media/store.ts';
import { readConfig } from '#platform/config.ts';
import { Connection } from '#platform/database/connection.ts';
import { hasSqlState } from '#platform/database/errors.ts';
import { dropDatabase, ensureDatabase, migrate } from '#platform/database/migrate.ts';
import { grantRuntimeRole } from '#platform/database/runtime-role.ts';
import { type ImageStore, storeImages } from '#sample/images.ts';
import { loadSample } from '#sample/load.ts';

const PREFIX = 'crystalline_test_run';

/** Of databases that later runs copy: 0.2 s of processor time instead of 1.1 s, and 0.5 s instead of 9 s on a busy machine. */
const TEMPLATE_PREFIX = 'crystalline_test_template';
const API = join(import.meta.dirname, '../..');
/** What the contents of a template follow from, besides the day: the sample data has dates relative to it. */
const TEMPLATE_SOURCES = ['migrations/*.sql', 'sample/**/*.{json,ts}', '../../package-lock.json'];

/** A migrated database with the sample data, and its images in `mediaDir`. */
export async function aSampleDatabase(mediaDir: string) {
  const disk = await openDisk({ driver: 'fs', directory: mediaDir });
  await storeImages(disk);
  const database = await aCopyOf(await aTemplate(disk));
  const runtimeRole = database.name;
  await grantRuntimeRole(database.url, asRuntimeRole(database.url, runtimeRole));
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

/** The URL of the template of these sources. One that no run has used for a day, such as that of another branch, is dropped. */
async function aTemplate(disk: ImageStore) {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  for (const file of globSync(TEMPLATE_SOURCES, { cwd: API }).toSorted())
    hash.update(file).update(await readFile(join(API, file)));
  const template = urlOf(`${TEMPLATE_PREFIX}_${hash.digest('hex').slice(0, 12)}`);
  const isReady = await onServer(async (client) => {
    // Before the look at what exists, so that no other run takes it for unused. Without the database it is a warning.
    await markUsed(client, nameIn(template));
    const { rows } = await client.query<{ name: string; isOld: boolean }>(
      `select datname as name, shobj_description(oid, 'pg_database')::timestamptz < now() - interval '1 day' as "isOld"
         from pg_database where starts_with(datname, $1)`,
      [TEMPLATE_PREFIX],
    );
    for (const { name } of rows.filter(({ isOld }) => isOld)) await client.query(`drop database if exists ${name}`);
    return rows.some(({ name }) => name === nameIn(template));
  });
  if (!isReady) await buildTemplate(template, disk);
  return template;
}

const markUsed = (client: pg.Client, name: string) =>
  client.query(`comment on database ${name} is '${new Date().toISOString()}'`);

const DUPLICATE_DATABASE = '42P04';

/** Under its name only when it is complete; of two runs that build it at once, one keeps its own. */
async function buildTemplate(template: string, disk: ImageStore) {
  const database = newDatabase();
  await ensureDatabase(database.url);
  await migrate(database.url);
  const { db, close } = new Connection({
    url: database.url,
    applicationName: 'crystalline-test',
    max: 1,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 20_000,
    onError: console.error,
  });
  await loadSample(db, disk);
  await close();
  await onServer(async (client) => {
    await markUsed(client, database.name);
    try {
      await client.query(`alter database ${database.name} rename to ${nameIn(template)}`);
    } catch (error) {
      if (!hasSqlState(error, DUPLICATE_DATABASE)) throw error;
      await database.drop();
    }
  });
}

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
  const url = urlOf(`${PREFIX}_${process.pid}_${randomBytes(4).toString('hex')}`);
  return { url, name: nameIn(url), drop: () => dropDatabase(url) };
}

function urlOf(name: string) {
  const url = new URL(readConfig(process.env).databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
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
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
