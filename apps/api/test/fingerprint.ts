import type { TestStore } from './harness.ts';

/**
 * A checksum of every table, the queue's own too: two that are equal say that nothing was written. What the audit log
 * says of exports, logins and refusals, which change nothing, is left out.
 */
export async function fingerprint(sql: TestStore['sql']) {
  const { rows: tables } = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker') order by 1`,
  );
  const marks: Record<string, string | null> = {};
  for (const { name } of tables) {
    const changes = name === 'public.audit_log' ? `where entity not in ('export', 'login', 'access')` : '';
    const { rows } = await sql.query(
      `select md5(string_agg(t::text, chr(10) order by t::text)) as mark from ${name} t ${changes}`,
    );
    marks[name] = rows[0].mark;
  }
  return marks;
}

/** The same without what is counted in the background for the reports of a day. */
export async function fingerprintWithoutCounts(sql: TestStore['sql']) {
  const { 'public.daily_counts': _, 'public.searches_without_result': __, ...marks } = await fingerprint(sql);
  return marks;
}
