/** Finds personal data that remains in the database. */
import type { Pool } from 'pg';

/** Every row of every table, jobs included, as text. */
export async function dump(sql: Pool) {
  const { rows: tables } = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables)
    texts.push(
      ...(await sql.query(`select $1 || ': ' || t::text as row from ${name} t`, [name])).rows.map(({ row }) => row),
    );
  return texts;
}

/** The rows that contain one of these terms, ignoring case. */
export const rowsWith = (terms: string[], rows: string[]) =>
  rows.filter((row) => terms.some((term) => row.toLowerCase().includes(term.toLowerCase())));

/** Every foreign key to users, with its number of rows that reference this user. */
export async function references(sql: Pool, id: string) {
  const { rows: columns } = await sql.query<{ table: string; column: string }>(
    `select c.conrelid::regclass::text as table, a.attname as column
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1, 2`,
  );
  const found: Record<string, number> = {};
  for (const { table, column } of columns)
    found[`${table}.${column}`] = Number(
      (await sql.query(`select count(*) from ${table} where ${column} = $1`, [id])).rows[0].count,
    );
  return found;
}

/** Foreign keys that keep referencing a deleted account: orders, payments and actions as staff. */
export const RETAINED_REFERENCES = [
  'audit_log.actor_user_id',
  'campaigns.created_by',
  'campaigns.started_by',
  'checkouts.user_id',
  'discount_redemptions.user_id',
  'order_batches.created_by',
  'order_notes.author_user_id',
  'order_status_history.actor_user_id',
  'orders.user_id',
  'page_versions.published_by',
  'product_imports.created_by',
  'product_imports.started_by',
  'shipments.created_by',
  'staff_invitations.invited_by',
  'stock_movements.actor_user_id',
];
