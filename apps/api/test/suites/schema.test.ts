import { afterAll, beforeAll, expect, test } from 'vitest';
import { Connection } from '#platform/database/connection.ts';
import { migrate } from '#platform/database/migrate.ts';
import { aDatabase } from '#test/database.ts';

const database = await aDatabase();
const { pool, close } = new Connection({
  url: database.url,
  applicationName: 'schema-test',
  max: 1,
  statementTimeoutMs: 5_000,
  onError: () => {},
});

beforeAll(() => migrate(database.url));
afterAll(async () => {
  await close();
  await database.drop();
});

/** Rows that every store has, with the reason. All other rows come from its owner, its customers or the sample. */
const TECHNICAL_ROWS: Record<string, string> = {
  announcements: 'the announcement bar, switched off',
  content_sections: 'the versions of the lists that the owner edits as a whole',
  home_blocks: 'the default blocks of the home page',
  legal_transitions: 'the allowed changes of order statuses, which a data integrity check compares with the history',
  menu_links: 'the default menus',
  pages: 'the built-in pages, without a text of the owner',
  schema_migrations: 'the applied migrations',
  store_settings: 'the settings of the specification, which the owner edits',
};

test('a store has no rows after the migrations but its settings and those that the schema needs', async () => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`select from ${name} limit 1`);
    if (rowCount) filled.push(name);
  }

  expect(filled).toEqual(Object.keys(TECHNICAL_ROWS));
});
