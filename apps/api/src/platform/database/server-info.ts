import type { Db } from './db.ts';
import { bool, number, orNull, text } from './row.ts';
import { count, one } from './sql.ts';

/** Whether the database answers. */
export const PROBE = count('platform.probe')`select`;

const serverInfo = { version: text, versionNumber: number, nowMs: number, dataDirectory: orNull(text) };

/** `dataDirectory` is null for a role that may not read it. */
export const findServerInfo = (db: Db) =>
  db.run(one('platform.findServerInfo', serverInfo)`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number,
           extract(epoch from clock_timestamp()) * 1000 as now_ms,
           (select setting from pg_settings where name = 'data_directory') as data_directory`);

const roleRights = { role: text, isUnlimited: bool, ownsTables: bool, lacks: orNull(text) };

/**
 * The rights of the connected role: `isUnlimited` if it can change roles, databases or see everything, `lacks` names a
 * table whose rows it cannot read and add.
 */
export const findRoleRights = (db: Db) =>
  db.run(one('platform.findRoleRights', roleRights)`
    select r.rolname as role, r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb as is_unlimited,
           exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
                      and pg_has_role(c.relowner, 'usage')) as owns_tables,
           (select min(c.relname::text) from pg_class c
             where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
               and c.relname <> 'schema_migrations' and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert'))) as lacks
      from pg_roles r where r.rolname = current_user`);
