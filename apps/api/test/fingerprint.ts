import type { Shop } from './harness.ts';

/** A checksum of every table, the queue's own too: two that are equal say that nothing was written. */
export async function fingerprint(sql: Shop['sql']) {
  const { rows: tables } = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker') order by 1`,
  );
  const marks: Record<string, string | null> = {};
  for (const { name } of tables) {
    const { rows } = await sql.query(
      `select md5(string_agg(t::text, chr(10) order by t::text)) as mark from ${name} t`,
    );
    marks[name] = rows[0].mark;
  }
  return marks;
}
