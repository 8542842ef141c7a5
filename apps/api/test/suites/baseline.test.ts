import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { describeSchema } from '#platform/database/baseline.ts';
import { Connection } from '#platform/database/connection.ts';
import { assertKnownSchema, migrate } from '#platform/database/migrate.ts';
import { aDatabase } from '#test/database.ts';
import { aCopyOf } from '#test/sample-database.ts';

const [MIGRATIONS, CONTEXTS] = ['migrations', 'src'].map((name) => join(import.meta.dirname, '../..', name));
const LAST_FORMER = '0070_unsolicited_emails';

const newStore = await aDatabase();
const baseline = await migrate(newStore.url);
afterAll(newStore.drop);
const expected = await onDatabase(newStore.url, (client) => describeSchema(client));

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** A store as the migrations up to `last` have left it: without comments, and with constraints that are not validated. */
async function aFormerStore({ last = LAST_FORMER, change = '' } = {}) {
  const database = await aCopyOf(newStore.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  await client.query(`
    truncate schema_migrations;
    insert into schema_migrations (name, run_on, breaking) values ('0001_platform', now(), true), ('${last}', now(), false);
    comment on table orders is null;
    comment on column orders.status is 'Another comment';
    alter table orders drop constraint orders_promise, add constraint orders_promise check (
      num_nonnulls(promised_earliest, promised_latest, dispatch_by) in (0, 3)
      and dispatch_by <= promised_earliest and promised_earliest <= promised_latest) not valid;
    ${change}`);
  return {
    url: database.url,
    client,
    describe: () => describeSchema(client),
    async applied() {
      const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by id');
      return rows.map(({ name }) => name);
    },
    /** Returns whether the baseline was adopted. */
    async migrate() {
      const onAdopted = vi.fn();
      expect(await migrate(database.url, { onAdopted, maxAttempts: 5 })).toEqual([]);
      return onAdopted.mock.calls.length > 0;
    },
    async start(dir?: string) {
      const settings = { applicationName: 'baseline-test', max: 1, statementTimeoutMs: 5_000, onError: () => {} };
      const { db, close } = new Connection({ url: database.url, ...settings });
      await assertKnownSchema(db, dir).finally(close);
    },
  };
}

describe('a store at the last migration before the baseline', () => {
  test('adopts it, has the schema of a new store then, and is left alone by the next migration', async () => {
    const store = await aFormerStore();
    expect(await store.describe()).not.toEqual(expected);
    await expect(store.start()).rejects.toThrow('The database lacks 1001_platform');

    expect([await store.migrate(), await store.migrate()]).toEqual([true, false]);

    expect(await store.describe()).toEqual(expected);
    expect(await store.applied()).toEqual(['0001_platform', LAST_FORMER, ...baseline]);
    await store.start();
  });

  test('adopts it whatever the role of API and worker may do', async () => {
    const role = pg.escapeIdentifier(inject('runtimeRole'));
    const store = await aFormerStore({
      change: `grant select on all tables in schema public to ${role};
               grant update (before, after) on audit_log to ${role}`,
    });

    expect(await store.migrate()).toBe(true);

    expect(await store.describe()).toEqual(expected);
  });

  test('adopts it once when several processes migrate at once', async () => {
    const store = await aFormerStore();

    const adopted = await Promise.all([store.migrate(), store.migrate(), store.migrate()]);

    expect(adopted.filter(Boolean)).toHaveLength(1);
    expect(await store.applied()).toHaveLength(2 + baseline.length);
  });

  test('runs the previous release afterwards as well', async () => {
    const store = await aFormerStore();
    const former = await mkdtemp(join(tmpdir(), 'migrations-'));
    onTestFinished(() => rm(former, { recursive: true }));
    for (const name of await store.applied()) await writeFile(join(former, `${name}.sql`), 'select 1;');
    await store.migrate();

    await store.start(former);
    expect(await migrate(store.url, { dir: former })).toEqual([]);
  });

  test('is unchanged when the adoption is killed, and adopts the baseline after that', async () => {
    const store = await aFormerStore();
    const before = await store.describe();
    await store.client.query('begin; lock table alerts in share update exclusive mode');

    const killed = expect(store.migrate()).rejects.toThrow('The baseline: ');
    await onDatabase(newStore.url, (observer) =>
      vi.waitUntil(
        async () => {
          const { rowCount } = await observer.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
              where datname = $1 and wait_event_type = 'Lock' and query like '%comment on table alerts%'`,
            [new URL(store.url).pathname.slice(1)],
          );
          return rowCount;
        },
        { timeout: 20_000 },
      ),
    );
    await killed;
    await store.client.query('rollback');

    expect(await store.describe()).toEqual(before);
    expect(await store.applied()).toEqual(['0001_platform', LAST_FORMER]);
    expect(await store.migrate()).toBe(true);
  });

  test('with another schema is refused with each difference and left unchanged', async () => {
    const changes = {
      'create table extra (id int primary key)': 'table extra is unknown',
      'drop table saved_views': 'table saved_views is missing',
      'alter table orders add extra text': 'column orders.extra is unknown',
      'alter table refunds alter reason type varchar(100)': 'column refunds.reason differs',
      "alter table orders alter status set default 'x'": 'column orders.status differs',
      'alter table orders alter email drop not null': 'column orders.email differs',
      'alter table stock drop constraint stock_received_check': 'constraint stock.stock_received_check is missing',
      'drop index orders_newest; create index orders_newest on orders (id)': 'index orders_newest differs',
      'alter table users disable trigger users_touch': 'trigger users.users_touch differs',
      'create or replace function decides_refund(kind text) returns boolean language sql immutable as $$ select true $$':
        'function decides_refund(kind text) differs',
      "drop aggregate sum_counts(bigint[]); create aggregate sum_counts(bigint[]) (sfunc = add_counts, stype = bigint[], initcond = '{}')":
        'function sum_counts(bigint[]) differs',
      'create or replace view facet_counts as select category_id, brand_id, band, stars, products from catalog_facets':
        'view facet_counts differs',
      'alter sequence order_changes_id_seq increment 2': 'sequence order_changes_id_seq differs',
      'grant select on payments to public': 'table payments differs',
      'grant select (number) on orders to public': 'column orders.number differs',
      'revoke execute on function uuid_v7() from public': 'function uuid_v7() differs',
    };
    const store = await aFormerStore({ change: Object.keys(changes).join(';\n') });
    const before = await store.describe();

    const error = await migrate(store.url).catch(String);

    expect(error).toContain('This database differs from the schema of schema-0070: ');
    // With the column and the key of `extra`, and all of `saved_views`, and nothing else.
    const others = [/^(column|constraint|index) extra/, /\b(saved_views_\w+|saved_views\.\w+)/];
    const listed = String(error).split(': ').at(-1)?.replace('. Nothing was changed.', '').split('; ') ?? [];
    expect(listed.filter((each) => !others.some((other) => other.test(each))).toSorted()).toEqual(
      Object.values(changes).toSorted(),
    );
    expect(await store.describe()).toEqual(before);
    expect(await store.applied()).toEqual(['0001_platform', LAST_FORMER]);
    const { rowCount } = await store.client.query("select from pg_namespace where nspname = 'shop_baseline'");
    expect(rowCount).toBe(0);
  });
});

test('a store at an earlier migration is refused with the release to run first', async () => {
  const store = await aFormerStore({ last: '0069_refunded_variants' });

  await expect(store.migrate()).rejects.toThrow(
    'This database is at 0069_refunded_variants, which this release cannot upgrade: run `npm run setup` of schema-0070 first.',
  );
  await expect(store.start()).rejects.toThrow('The database lacks 1001_platform');
});

test('every table has a comment that begins with the context that owns it', async () => {
  const contexts = await readdir(CONTEXTS ?? '');
  const tables = [...expected.keys()].filter((name) => name.startsWith('table ')).map((name) => name.slice(6));
  const owners = tables.map((name) => [
    name,
    /^([\w-]+)\. \S/.exec(expected.get(`comment on ${name}`) ?? '')?.[1] ?? '',
  ]);

  expect(owners.filter(([, owner]) => !contexts.includes(owner ?? ''))).toEqual([]);
  expect(tables.length).toBeGreaterThan(100);
});

test('docs/data-model.md lists every trigger with its table', async () => {
  const document = await readFile(join(import.meta.dirname, '../../../../docs/data-model.md'), 'utf8');
  const rows = document.slice(document.indexOf('## Triggers')).split('\n');
  const triggers = [...expected.keys()].filter((name) => name.startsWith('trigger '));
  const unlisted = triggers.filter((name) => {
    const [table, trigger] = name.slice(8).split('.');
    return !rows.some((row) => row.includes(`\`${trigger}\``) && row.includes(`\`${table}\``));
  });

  expect(unlisted).toEqual([]);
  expect(rows[2]).toContain(`All ${triggers.length} triggers`);
});

test('the numbers of migrations begin at 1001, have no gaps and are unique', async () => {
  const numbers = (await readdir(MIGRATIONS ?? '')).toSorted().map((name) => Number(name.slice(0, 4)));

  expect(numbers).toEqual(numbers.map((_, index) => 1001 + index));
});
