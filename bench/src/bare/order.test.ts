import { aCopyOf, openTestStore } from '@shop/api/testing';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { bearerOf, createCustomersWithCarts } from '../checkout/customers.ts';
import { placeBareOrders } from '../checkout/pgbench.ts';

/** Two equal databases, with one customer who is about to order. */
const byApi = await aCopyOf(inject('sampleDatabaseUrl'));
await on(byApi.url, async (sql) => {
  const { rows } = await sql.query<{ id: string }>(
    `select variant_id as id from stock s join variants v on v.id = s.variant_id
      where s.available > 5 and v.option_values <> '{}' order by v.sku limit 1`,
  );
  await createCustomersWithCarts(sql, { from: 1, to: 1 }, [rows[0]?.id ?? '']);
});
const byPgbench = await aCopyOf(byApi.url);
const before = await readTables(byApi.url);
const store = await openTestStore({ databaseUrl: byApi.url, mediaDir: inject('mediaDir') });
afterAll(async () => {
  await store.close();
  await Promise.all([byApi.drop(), byPgbench.drop()]);
});

test('the bare order writes the rows that an order by the API writes, and the same jobs', async () => {
  const response = await store.app.inject({
    method: 'POST',
    url: '/api/payment/create-order',
    headers: { authorization: bearerOf(1, store.config.authSecret), 'idempotency-key': 'an order' },
    payload: { paymentMethod: 'cod' },
  });
  expect(response.statusCode, response.body).toBe(200);
  await placeBareOrders(byPgbench.url, { first: 1, clients: 1, each: 1 });

  const api = changedTables(before, await readTables(byApi.url));
  expect(changedTables(before, await readTables(byPgbench.url))).toEqual(api);
  expect(Object.keys(api)).toContain('public.orders');
});

type Tables = Record<string, string[]>;

/** The rows of every table as text, without ids, times and hashes; but for the daily counters, written in the background. */
async function readTables(databaseUrl: string): Promise<Tables> {
  return on(databaseUrl, async (sql) => {
    const { rows: tables } = await sql.query<{ name: string; columns: string }>(
      `select format('%I.%I', table_schema, table_name) as name,
              string_agg(format('%L, %I', column_name, column_name), ', ' order by ordinal_position)
                filter (where column_name <> 'id' and data_type not in
                          ('uuid', 'xid8', 'bytea', 'date', 'timestamp with time zone')) as columns
         from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
          and table_name <> 'daily_counts' group by 1`,
    );
    const found: Tables = {};
    for (const { name, columns } of tables) {
      const { rows } = await sql.query<{ row: string }>(
        `select jsonb_build_object(${columns ?? ''})::text as row from ${name}`,
      );
      found[name] = rows.map(({ row }) => withoutIdentity(row)).sort();
    }
    return found;
  });
}

function withoutIdentity(row: string) {
  return row
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'hash')
    .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+(Z|\+00:00))?/g, 'time')
    .replaceAll(/(?<="number": "|#)[0-9a-f]{8}\b/g, 'number');
}

/** The tables whose rows differ, with the rows that were not there before. */
const changedTables = (old: Tables, now: Tables) =>
  Object.fromEntries(
    Object.entries(now).flatMap(([name, rows]) => {
      const known = [...(old[name] ?? [])];
      const added = rows.filter((row) => {
        const at = known.indexOf(row);
        if (at >= 0) known.splice(at, 1);
        return at < 0;
      });
      return added.length > 0 || known.length > 0 ? [[name, added]] : [];
    }),
  );

async function on<T>(url: string, work: (sql: pg.Pool) => Promise<T>) {
  const sql = new pg.Pool({ connectionString: url, max: 1 });
  return work(sql).finally(() => sql.end());
}
