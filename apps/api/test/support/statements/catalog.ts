/** What PostgreSQL's catalog says about the tables, views and functions of a database. */
import pg from 'pg';

type Column = { name: string; reason: string | undefined };
export type Catalog = Awaited<ReturnType<typeof readCatalog>>;

/** Tables that always have exactly one row. */
const SINGLETONS = new Set(['store_settings', 'announcements']);

export async function readCatalog(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const columns = await client.query<{ table: string; name: string; isSet: boolean; view: string | null }>(`
    select case when n.nspname = 'public' then '' else n.nspname || '.' end || c.relname as table, a.attname as name,
           a.attnotnull as "isSet", case c.relkind when 'v' then pg_get_viewdef(c.oid) end as view
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm') and n.nspname <> 'information_schema'
     order by a.attnum`);
  const functions = await client.query<{ name: string }>("select proname as name from pg_proc where prokind = 'a'");
  await client.end();
  const tables = new Map<string, Column[]>();
  const views = new Map<string, string>();
  for (const { table, name, isSet, view } of columns.rows) {
    const known = tables.get(table) ?? [];
    tables.set(table, [...known, { name, reason: isSet ? undefined : `${table}.${name} may be` }]);
    if (view !== null) views.set(table, view);
  }
  return { tables, views, aggregates: new Set(functions.rows.map(({ name }) => name)), singletons: SINGLETONS };
}
