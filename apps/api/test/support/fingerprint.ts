import type { TestStore } from './harness.ts';

/**
 * A checksum of every table, including the job queue's: equal checksums mean that nothing was written. Audit entries of
 * exports, logins and denied permissions are excluded, as these change no data.
 */
export async function fingerprint(sql: TestStore['sql']) {
  // `query_to_xml` runs a statement per table within one: a hundred statements took twice as long.
  const { rows } = await sql.query<{ name: string; mark: string }>(
    `select name, query_to_xml(format('select md5(string_agg(t::text, chr(10) order by t::text)) from %s t where %s', name,
              case name when 'public.audit_log' then $$entity not in ('export', 'login', 'access')$$ else 'true' end),
              false, false, '')::text as mark
       from (select format('%I.%I', schemaname, tablename) as name from pg_tables
              where schemaname in ('public', 'graphile_worker')) tables`,
  );
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]));
}

/** Without the daily report counters, which are written in the background. */
export async function fingerprintWithoutCounts(sql: TestStore['sql']) {
  const {
    'public.daily_counts': _,
    'public.zero_result_searches': __,
    'public.search_demand': ___,
    'public.sold_out_demand': ____,
    ...marks
  } = await fingerprint(sql);
  return marks;
}
