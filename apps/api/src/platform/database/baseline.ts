import type pg from 'pg';
import { insertApplied, inTransaction, listApplied, type Migration } from './migrations.ts';

/** The last migration before the baseline, and the release that has it. */
const LAST_FORMER = '0070_unsolicited_emails';
const FORMER_RELEASE = 'schema-0070';
const LAST_OF_BASELINE = '1029_alerts';

/** Where the baseline is built to be compared, and rolled back. */
const SCRATCH = 'shop_baseline';

/**
 * A store at the last former migration has the schema of the baseline: this compares both, and records the files of the
 * baseline as applied, in one transaction. The former names stay, so that the previous release can still start. Returns
 * whether it did; a new store and one that has adopted the baseline are left alone.
 */
export async function adoptBaseline(client: pg.Client, known: Migration[]) {
  const applied = await listApplied(client);
  if (applied.length === 0 || known.some(({ name }) => applied.includes(name))) return false;
  const last = applied.toSorted().at(-1);
  if (last !== LAST_FORMER)
    throw new Error(
      `This database is at ${last}, which this release cannot upgrade: run \`npm run setup\` of ${FORMER_RELEASE} first.`,
    );
  const baseline = known.filter(({ name }) => name <= LAST_OF_BASELINE);
  await inTransaction(client, async () => {
    await client.query('set local search_path = public');
    const differences = compareSchemas(await describeSchema(client), await describeBaseline(client, baseline));
    if (differences.length > 0)
      throw new Error(
        `This database differs from the schema of ${FORMER_RELEASE}: ${differences.join('; ')}. Nothing was changed.`,
      );
    for (const { sql } of baseline) await client.query(commentsIn(sql));
    await validateConstraints(client);
    for (const migration of baseline) await insertApplied(client, migration);
  });
  return true;
}

async function describeBaseline(client: pg.Client, baseline: Migration[]) {
  await client.query(`savepoint scratch; create schema ${SCRATCH}; set local search_path = ${SCRATCH}, public`);
  for (const { sql } of baseline) await client.query(sql);
  const objects = await describeSchema(client, SCRATCH);
  await client.query('rollback to savepoint scratch');
  return objects;
}

/** Comments, and which constraints old rows were not checked for, are not compared: they are brought up to date. */
function compareSchemas(actual: Schema, expected: Schema) {
  const isCompared = (name: string) => !/^(comment on|unvalidated) /.test(name);
  return [...new Set([...expected.keys(), ...actual.keys()])].filter(isCompared).flatMap((name) => {
    if (!actual.has(name)) return [`${name} is missing`];
    if (!expected.has(name)) return [`${name} is unknown`];
    return actual.get(name) === expected.get(name) ? [] : [`${name} differs`];
  });
}

const commentsIn = (sql: string) => (sql.match(/^comment on [\s\S]*?;$/gm) ?? []).join('\n');

async function validateConstraints(client: pg.Client) {
  const { rows } = await client.query<{ command: string }>(
    `select format('alter table %s validate constraint %I', conrelid::regclass, conname) as command
       from pg_constraint where connamespace = 'public'::regnamespace and not convalidated`,
  );
  for (const { command } of rows) await client.query(command);
}

/** Names such as `index orders_newest` with their definitions, in which no schema is named. */
type Schema = Map<string, string>;

/**
 * What is in a schema that the search path begins with, except for the table of migrations and what belongs to
 * extensions. Columns are compared by name. Privileges are those of PUBLIC: the runtime role gets its own after each
 * migration.
 */
export async function describeSchema(client: pg.Client, schema = 'public'): Promise<Schema> {
  const { rows } = await client.query<{ name: string; definition: string }>(OBJECTS, [schema]);
  const withoutSchemas = (text: string) => text.replaceAll(`${SCRATCH}.`, '').replaceAll('public.', '');
  return new Map(rows.map(({ name, definition }) => [withoutSchemas(name), withoutSchemas(definition)]));
}

const OBJECTS = `
  with relations as (
    select c.* from pg_class c
     where relnamespace = $1::regnamespace and relname !~ '^schema_migrations'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')),
  functions as (
    select p.* from pg_proc p
     where pronamespace = $1::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')),
  privileges as (
    select oid, string_agg(privilege_type, ' ' order by privilege_type) as of_public
      from (select oid, coalesce(relacl, acldefault('r', relowner)) as acl from relations
            union all select oid, coalesce(proacl, acldefault('f', proowner)) from functions) owned
     cross join lateral aclexplode(acl)
     where grantee = 0 group by oid)
  select case relkind when 'r' then 'table ' when 'v' then 'view ' else relkind::text || ' ' end || relname as name,
         concat_ws(' ', relpersistence, reloptions, relrowsecurity, of_public, pg_get_viewdef(c.oid)) as definition
    from relations c left join privileges using (oid) where relkind not in ('i', 'S', 't')
  union all
  select 'column ' || relname || '.' || attname,
         concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end, attidentity,
                   attgenerated, pg_get_expr(adbin, adrelid), attcollation::regcollation, attstorage,
                   (select string_agg(privilege_type, ' ' order by privilege_type)
                      from aclexplode(attacl) where grantee = 0))
    from relations c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = c.oid and adnum = attnum
   where relkind in ('r', 'v')
  union all
  select 'constraint ' || relname || '.' || conname, replace(pg_get_constraintdef(k.oid, true), ' NOT VALID', '')
    from relations c join pg_constraint k on conrelid = c.oid and contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select 'unvalidated constraint ' || relname || '.' || conname, ''
    from relations c join pg_constraint on conrelid = c.oid and not convalidated
  union all
  select 'index ' || relname, pg_get_indexdef(c.oid, 0, true) || case when indisvalid then '' else ' invalid' end
    from relations c join pg_index on indexrelid = c.oid
  union all
  select 'sequence ' || relname,
         concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle, 'of', attname)
    from relations c join pg_sequence on seqrelid = c.oid
    left join pg_depend d on d.objid = c.oid and deptype in ('a', 'i') and refclassid = 'pg_class'::regclass
    left join pg_attribute on attrelid = refobjid and attnum = refobjsubid
  union all
  select 'trigger ' || relname || '.' || tgname, concat_ws(' ', tgenabled, pg_get_triggerdef(t.oid, true))
    from relations c join pg_trigger t on tgrelid = c.oid and not tgisinternal
  union all
  select 'function ' || proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
         concat_ws(' ', of_public, case prokind when 'a' then concat_ws(' ', aggtransfn, aggfinalfn, aggcombinefn,
                                                          aggtranstype::regtype, agginitval, proparallel)
                                                else pg_get_functiondef(p.oid) end)
    from functions p left join privileges using (oid) left join pg_aggregate on aggfnoid = p.oid
  union all
  select 'comment on ' || relname || coalesce('.' || attname, ''), description
    from relations c join pg_description on objoid = c.oid and classoid = 'pg_class'::regclass
    left join pg_attribute on attrelid = c.oid and attnum = objsubid and objsubid > 0
  union all
  select 'extension ' || extname, '' from pg_extension`;
