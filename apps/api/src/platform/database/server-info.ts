import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

type ServerInfo = { version: string; versionNumber: number; nowMs: number; dataDirectory: string | null };

/** `dataDirectory` is null for a role that may not read it. */
export async function findServerInfo(db: Db) {
  const { rows } = await db.execute<ServerInfo>(sql`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as "versionNumber",
           (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
           (select setting from pg_settings where name = 'data_directory') as "dataDirectory"`);
  const [info] = rows;
  if (!info) throw new Error('A query without tables in its from clause returns one row.');
  return info;
}

type RoleRights = { role: string; isUnlimited: boolean; ownsTables: boolean; lacks: string | null };

/**
 * The rights of the connected role: `isUnlimited` if it can change roles, databases or see everything, `lacks` names a
 * table whose rows it cannot read and add.
 */
export async function findRoleRights(db: Db) {
  const { rows } = await db.execute<RoleRights>(sql`
    select r.rolname as role, r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb as "isUnlimited",
           exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
                      and pg_has_role(c.relowner, 'usage')) as "ownsTables",
           (select min(c.relname::text) from pg_class c
             where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
               and c.relname <> 'schema_migrations' and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert'))) as lacks
      from pg_roles r where r.rolname = current_user`);
  const [rights] = rows;
  if (!rights) throw new Error('The role of the connection is unknown.');
  return rights;
}
