import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Connection } from '#platform/database/connection.ts';
import { assertKnownSchema, dropDatabase, migrate } from '#platform/database/migrate.ts';
import { text } from '#platform/database/row.ts';
import { all, count } from '#platform/database/sql.ts';
import { aDatabase } from '#test/database.ts';
import { aCopyOf } from '#test/sample-database.ts';

const ITEMS = { '0001_items.sql': 'create table items (id int primary key, name text);' };
const NOTE = { '0002_note.sql': 'alter table items add column note text;' };
const NAMES = {
  '0002_names.sql': `-- no-transaction
create unique index concurrently if not exists items_by_name on items (name);
create index concurrently if not exists items_by_name_down on items (name desc);`,
};

const aDirectory = () => mkdtemp(join(tmpdir(), 'migrations-'));

/** Only has the job queue's schema, the slowest part of a migration. */
const base = await aDatabase();
const empty = await aDirectory();
await migrate(base.url, { dir: empty });
afterAll(() => Promise.all([base.drop(), rm(empty, { recursive: true })]));

/** A separate database and a migrations directory that can change between releases. */
async function aRelease(files: Record<string, string>) {
  const [database, dir] = await Promise.all([aCopyOf(base.url), aDirectory()]);
  const { db, pool, close } = new Connection({
    url: database.url,
    applicationName: 'migrate-test',
    max: 1,
    statementTimeoutMs: 5_000,
    onError: () => {},
  });
  onTestFinished(async () => {
    await close();
    await database.drop();
    await rm(dir, { recursive: true });
  });
  const add = (more: Record<string, string>) =>
    Promise.all(Object.entries(more).map(([name, content]) => writeFile(join(dir, name), content)));
  await add(files);
  return {
    add,
    remove: (name: string) => rm(join(dir, name)),
    migrate: (options: { maxAttempts?: number } = {}) => migrate(database.url, { dir, ...options }),
    start: () => assertKnownSchema(db, dir),
    query: (text: string) => pool.query(text),
    /** Another connection, with a lock timeout of 3 s. */
    async aClient(application_name: string) {
      const client = new pg.Client({ connectionString: database.url, application_name, lock_timeout: 3_000 });
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    },
  };
}
type Release = Awaited<ReturnType<typeof aRelease>>;

const waitForLock = ({ query }: Release) =>
  vi.waitUntil(
    async () =>
      (
        await query(
          `select from pg_stat_activity where application_name = 'crystalline-migrate' and wait_event_type = 'Lock'`,
        )
      ).rowCount,
    { timeout: 30_000, interval: 20 },
  );

/** Holds ACCESS SHARE on the items until its transaction ends, as an export does. */
async function aReader(release: Release) {
  const reader = await release.aClient('long-export');
  await reader.query('begin');
  await reader.query('select count(*) from items');
  return { finish: () => reader.query('commit') };
}

describe('the migrations of this release', async () => {
  const database = await aDatabase();
  const options = { applicationName: 'migrate-test', max: 1, statementTimeoutMs: 5_000, onError: () => {} };
  const { db, close } = new Connection({ url: database.url, ...options });
  afterAll(async () => {
    await close();
    await database.drop();
  });

  test('a database without a schema is rejected with the setup command', async () => {
    await expect(assertKnownSchema(db)).rejects.toThrow('Run `npm run setup`');
  });

  test('of three concurrent processes, one runs the migrations and the others find nothing to do', async () => {
    const runs = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);

    expect(runs.map((ran) => ran.length > 0).sort()).toEqual([false, false, true]);
    await assertKnownSchema(db);
    await db.run(count('test.addJob')`select from graphile_worker.add_job('greet')`);
    const jobs = all('test.jobs', { taskIdentifier: text })`select task_identifier from graphile_worker.jobs`;
    expect(await db.run(jobs)).toEqual([{ taskIdentifier: 'greet' }]);
  });
});

describe('a migration that needs a lock', () => {
  test('lets writers through while a long read blocks it, and runs when the read has ended', async () => {
    const release = await aRelease(ITEMS);
    await release.migrate();
    await release.add(NOTE);
    const reader = await aReader(release);
    const writer = await release.aClient('writer');

    const migrating = release.migrate();
    await waitForLock(release);
    await writer.query(`insert into items values (1, 'written while the read goes on')`);
    await reader.finish();

    expect(await migrating).toEqual(['0002_note']);
  });

  test('fails after its attempts with the blocking statement, and can run again', async () => {
    const release = await aRelease(ITEMS);
    await release.migrate();
    await release.add(NOTE);
    const reader = await aReader(release);

    await expect(release.migrate({ maxAttempts: 1 })).rejects.toThrow(
      /0002_note .*long-export.*select count\(\*\) from items/s,
    );

    await reader.finish();
    expect(await release.migrate({ maxAttempts: 1 })).toEqual(['0002_note']);
  });
});

describe('one transaction for each file', () => {
  test('a failing file is rolled back, files before it stay applied, and it runs once corrected', async () => {
    const release = await aRelease({
      ...ITEMS,
      '0002_broken.sql': 'create table half (id int); select 1 / 0;',
      '0003_note.sql': 'alter table items add column note text;',
    });

    await expect(release.migrate()).rejects.toThrow('0002_broken: division by zero');

    expect((await release.query(`select name from schema_migrations`)).rows).toEqual([{ name: '0001_items' }]);
    expect((await release.query(`select to_regclass('half') as found`)).rows).toEqual([{ found: null }]);
    await release.add({ '0002_broken.sql': 'create table half (id int);' });
    expect(await release.migrate()).toEqual(['0002_broken', '0003_note']);
  });

  test('a file that sorts before an applied one is rejected', async () => {
    const release = await aRelease({ ...ITEMS, '0003_note.sql': 'alter table items add column note text;' });
    await release.migrate();
    await release.add({ '0002_late.sql': 'select 1;' });

    await expect(release.migrate()).rejects.toThrow('0002_late comes before 0003_note');
  });
});

test('a database with migrations of which the release has none is rejected and left unchanged', async () => {
  const release = await aRelease({ '0001_before.sql': 'create table before (id int);' });
  await release.migrate();
  await release.remove('0001_before.sql');
  await release.add(ITEMS);

  await expect(release.migrate()).rejects.toThrow(
    'This database is at 0001_before, which this release cannot upgrade: run `npm run setup` of schema-0070 first.',
  );

  expect((await release.query('select name from schema_migrations')).rows).toEqual([{ name: '0001_before' }]);
  expect((await release.query(`select to_regclass('items') as found`)).rows).toEqual([{ found: null }]);
});

describe('a file without a transaction', () => {
  const indexes = async ({ query }: Release) =>
    (
      await query(`select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
                    where indrelid = 'items'::regclass and not indisprimary order by 1`)
    ).rows;

  test('builds its indexes concurrently, also while another process waits to migrate', async () => {
    const release = await aRelease({ ...ITEMS, ...NAMES });

    const runs = await Promise.all([release.migrate(), release.migrate(), release.migrate()]);

    expect(runs.flat()).toEqual(['0001_items', '0002_names']);
    expect((await indexes(release)).map(({ valid }) => valid)).toEqual([true, true]);
  });

  test('drops and rebuilds an index that an interrupted build left invalid', async () => {
    const release = await aRelease(ITEMS);
    await release.migrate();
    await release.query(`insert into items values (1, 'twice'), (2, 'twice')`);
    await release.add(NAMES);
    await expect(release.migrate()).rejects.toThrow('0002_names: could not create unique index');
    expect(await indexes(release)).toEqual([{ name: 'items_by_name', valid: false }]);

    await release.query('delete from items where id = 2');

    expect(await release.migrate()).toEqual(['0002_names']);
    expect((await indexes(release)).map(({ valid }) => valid)).toEqual([true, true]);
  });

  test('can run again when it was stopped before it was recorded', async () => {
    const release = await aRelease({ ...ITEMS, ...NAMES });
    await release.migrate();
    await release.query(`delete from schema_migrations where name = '0002_names'`);

    expect(await release.migrate()).toEqual(['0002_names']);
  });

  test('is rejected when its index would not be rebuilt', async () => {
    const release = await aRelease({ '0001_names.sql': '-- no-transaction\ncreate index concurrently x on y (z);' });

    await expect(release.migrate()).rejects.toThrow('0001_names: write `create index concurrently if not exists`');
  });
});

describe('a process', () => {
  test('does not start while one of its migrations is missing', async () => {
    const release = await aRelease(ITEMS);
    await release.migrate();
    await release.add(NOTE);

    await expect(release.start()).rejects.toThrow('The database lacks 0002_note. Run `npm run setup`');
  });

  test('starts on the schema of a newer release that is compatible', async () => {
    const release = await aRelease({ ...ITEMS, ...NOTE });
    await release.migrate();
    await release.remove('0002_note.sql');

    await release.start();
    expect(await release.migrate()).toEqual([]);
  });

  test.each([
    ['breaking', '-- breaking\nalter table items drop column name;'],
    ['breaking and without a transaction', '-- breaking\n-- no-transaction\nalter table items drop column name;'],
  ])('does not start on a newer schema marked as %s', async (_, content) => {
    const release = await aRelease({ ...ITEMS, '0002_no_name.sql': content });
    await release.migrate();
    await release.start();
    await release.remove('0002_no_name.sql');

    await expect(release.start()).rejects.toThrow('0002_no_name');
    await expect(release.start()).rejects.toThrow('Start a newer release');
  });
});

describe('dropping a database', () => {
  /** Resolves when a session is dropping the database. */
  const isDropping = (name: string) =>
    vi.waitUntil(async () => {
      const { rowCount } = await observer.query(
        `select from pg_stat_activity where state = 'active' and starts_with(query, 'drop database') and query like $1`,
        [`%"${name}"%`],
      );
      return rowCount;
    });
  const observer = new pg.Pool({ connectionString: base.url, max: 1 });
  afterAll(() => observer.end());

  async function aDatabaseInUse() {
    const { url } = await aDatabase();
    const client = new pg.Client({ connectionString: url });
    const errors: Error[] = [];
    client.on('error', (error) => errors.push(error));
    await client.connect();
    return { url, name: new URL(url).pathname.slice(1), client, errors };
  }

  test('waits for a connection that is ending, instead of terminating it', async () => {
    const { url, name, client, errors } = await aDatabaseInUse();

    const drop = dropDatabase(url);
    await isDropping(name);
    await client.end();
    await drop;

    expect(errors).toEqual([]);
  });

  test('terminates a connection that stays', { timeout: 20_000 }, async () => {
    const { url, client, errors } = await aDatabaseInUse();

    await dropDatabase(url);

    expect(errors).toContainEqual(expect.objectContaining({ code: '57P01' }));
    await client.end();
  });
});
