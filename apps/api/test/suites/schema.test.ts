import { CasingCache } from 'drizzle-orm/casing';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#platform/database/db.ts';
import { migrate } from '#platform/database/migrate.ts';
import { schema } from '#test/all-tables.ts';
import { aDatabase } from '#test/database.ts';

const casing = new CasingCache('snake_case');
const database = await aDatabase();
const { pool, close } = connect({
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

const traits = (type: string, notNull: boolean, generated: boolean, hasDefault: boolean) =>
  [type, notNull && 'not null', generated && 'generated', hasDefault && 'default'].filter(Boolean).join(' ');

/** The columns declared in code: { 'products.name': 'text not null', … } */
function declaredColumns() {
  const tables = Object.values(schema).map(getTableConfig);
  return Object.fromEntries(
    tables.flatMap(({ name, columns }) =>
      columns.map((column) => {
        const type = column.getSQLType().replace(', ', ',');
        const generated = column.generated !== undefined;
        return [
          `${name}.${casing.getColumnCasing(column)}`,
          traits(type, column.notNull, generated, column.hasDefault && !generated),
        ];
      }),
    ),
  );
}

/** The columns of the migrated database, in the same format. */
async function migratedColumns() {
  const { rows } = await pool.query<{
    column: string;
    type: string;
    notNull: boolean;
    generated: boolean;
    hasDefault: boolean;
  }>(`
    select c.relname || '.' || a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
           a.attnotnull as "notNull", a.attgenerated <> '' as generated,
           a.atthasdef and a.attgenerated = '' as "hasDefault"
      from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
       and a.attnum > 0 and not a.attisdropped`);
  return Object.fromEntries(
    rows.map((row) => [row.column, traits(row.type, row.notNull, row.generated, row.hasDefault)]),
  );
}

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

test('the tables declared in code match the database', async () => {
  expect(declaredColumns()).toEqual(await migratedColumns());
});
