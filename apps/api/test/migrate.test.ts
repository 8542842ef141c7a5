import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db.ts';
import { assertKnownSchema, migrate } from '#migrate.ts';
import { aDatabase } from './database.ts';

const database = await aDatabase();
const { db, close } = connect({
  url: database.url,
  applicationName: 'migrate-test',
  max: 1,
  statementTimeoutMs: 5_000,
  onError: () => {},
});

afterAll(async () => {
  await close();
  await database.drop();
});

test('a database that was never set up is refused with the command that helps', async () => {
  await expect(assertKnownSchema(db)).rejects.toThrow('Run `npm run setup`');
});

describe('once processes have migrated it at the same time', () => {
  let runs: string[][];
  beforeAll(async () => {
    runs = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
  });

  test('one of them ran the migrations and the others found nothing to do', () => {
    expect(runs.map((ran) => ran.length > 0).sort()).toEqual([false, false, true]);
  });

  test('the database is known and takes jobs', async () => {
    await assertKnownSchema(db);
    await db.execute(sql`select graphile_worker.add_job('greet')`);
    const { rows } = await db.execute(sql`select task_identifier from graphile_worker.jobs`);
    expect(rows).toEqual([{ task_identifier: 'greet' }]);
  });

  test('a database that lacks a migration is refused', async () => {
    await db.execute(sql`delete from schema_migrations where name = '0010_notifications'`);

    await expect(assertKnownSchema(db)).rejects.toThrow('The database lacks 0010_notifications.');

    await db.execute(sql`insert into schema_migrations (name, run_on) values ('0010_notifications', now())`);
  });

  test('a database of a newer release is refused', async () => {
    await db.execute(sql`insert into schema_migrations (name, run_on) values ('9999_future', now())`);

    await expect(assertKnownSchema(db)).rejects.toThrow('it has 9999_future. Start a newer release.');
  });
});
