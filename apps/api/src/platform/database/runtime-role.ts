import pg from 'pg';
import { MIGRATIONS_TABLE } from './migrations.ts';

/** Append-only: rows are added, and only their contents are blanked when an account is erased. */
const AUDIT_TABLE = 'audit_log';
/** Append-only: tax records. */
const INVOICES_TABLE = 'invoices';
/** Append-only too. */
const UNDOS_TABLE = 'audit_undos';
/** Truncated by `npm run shop -- count-sales`. */
const REBUILT_TABLES = 'sales, counted_orders, counted_refunds';

const roleOf = (url: string) => decodeURIComponent(new URL(url).username);

/**
 * Grants the role of `databaseUrl` only what API and worker need: access to rows, no DDL. Creates the role if it does
 * not exist. Returns false, without any grant, if it is also the owner. Repeated after every migration, as the grants
 * cover existing tables only.
 */
export async function grantRuntimeRole(ownerUrl: string, databaseUrl: string) {
  const role = roleOf(databaseUrl);
  if (role === roleOf(ownerUrl)) return false;

  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'crystalline-migrate' });
  await client.connect();
  try {
    await client.query('begin');
    // Concurrent setups would create the role or a policy twice.
    await client.query("select pg_advisory_xact_lock(hashtext('shop runtime role'))");
    await ensureRole(client, role, decodeURIComponent(new URL(databaseUrl).password));
    await client.query(grants(pg.escapeIdentifier(role)));
    await allowQueueRows(client, role);
    await client.query('commit');
    return true;
  } finally {
    await client.end();
  }
}

async function ensureRole(client: pg.Client, role: string, password: string) {
  const { rows } = await client.query<{ unlimited: boolean }>(
    `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or pg_has_role(oid, current_user, 'member') as unlimited
       from pg_roles where rolname = $1`,
    [role],
  );
  if (rows[0]?.unlimited)
    throw new Error(`The role ${role} of DATABASE_URL may do more than read and write rows: use a plain role.`);
  const secret = password ? `password ${pg.escapeLiteral(password)}` : '';
  if (!rows[0]) await client.query(`create role ${pg.escapeIdentifier(role)} login ${secret}`);
}

const grants = (role: string) => `
  grant usage on schema public, graphile_worker to ${role};
  grant select, insert, update, delete on all tables in schema public, graphile_worker to ${role};
  grant usage, select on all sequences in schema public, graphile_worker to ${role};
  revoke insert, update, delete on ${MIGRATIONS_TABLE}, graphile_worker.migrations from ${role};
  revoke update, delete on ${AUDIT_TABLE}, ${UNDOS_TABLE}, ${INVOICES_TABLE} from ${role};
  grant update (before, after) on ${AUDIT_TABLE} to ${role};
  grant truncate on ${REBUILT_TABLES} to ${role}`;

/** Row level security shows the rows of the queue to the owner only, until a policy names another role. */
async function allowQueueRows(client: pg.Client, role: string) {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c
      where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
        and not exists (select from pg_policy where polrelid = c.oid and polname = $1)`,
    [role],
  );
  const policy = pg.escapeIdentifier(role);
  for (const { name } of rows)
    await client.query(
      `create policy ${policy} on graphile_worker.${pg.escapeIdentifier(name)} to ${policy} using (true) with check (true)`,
    );
}
