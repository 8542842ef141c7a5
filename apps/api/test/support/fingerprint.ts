import type { TestStore } from './harness.ts';

/**
 * A checksum of every table, including the job queue's: equal checksums mean that nothing was written. Audit entries of
 * exports, logins and denied permissions are excluded, as these change no data.
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

/** Without the daily report counters, which are written in the background. */
export async function fingerprintWithoutCounts(sql: TestStore['sql']) {
  const { 'public.daily_counts': _, 'public.zero_result_searches': __, ...marks } = await fingerprint(sql);
  return marks;
}
