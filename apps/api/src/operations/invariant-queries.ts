import { readFileSync } from 'node:fs';
import { asc, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { invariantChecks } from './schema.ts';

const INVARIANTS = readFileSync(new URL('invariants.sql', import.meta.url), 'utf8')
  .split(';')
  .map((statement) => statement.trim())
  .filter(Boolean);

/** Rule texts by invariant id. */
export const RULES = new Map(
  INVARIANTS.flatMap((statement) => {
    const [, id, rule] = /'(\w+)' as id,\s*'([^']+)'\s+as rule/.exec(statement) ?? [];
    return id && rule ? [[id, rule] as const] : [];
  }),
);

export type CheckResult = { id: string; rule: string; violations: number };

/** Sequential: a check occupies one connection only. */
export async function countViolations(db: Db) {
  const checkResults: CheckResult[] = [];
  for (const statement of INVARIANTS) checkResults.push(...(await db.execute<CheckResult>(sql.raw(statement))).rows);
  return checkResults;
}

/** Replaces the previous results; those of checks that no longer exist are deleted. */
export const saveCheckResults = (db: Db, checkResults: CheckResult[]) =>
  db.execute(sql`
    with results as (
           select * from jsonb_to_recordset(${JSON.stringify(checkResults)}::jsonb) as r (id text, violations bigint)),
         removed as (delete from invariant_checks where invariant not in (select id from results))
    insert into invariant_checks (invariant, violations) select id, violations from results
        on conflict (invariant) do update set violations = excluded.violations, checked_at = excluded.checked_at`);

export const listCheckResults = (db: Db) =>
  db
    .select({
      invariant: invariantChecks.invariant,
      violations: invariantChecks.violations,
      age: sql`extract(epoch from now() - ${invariantChecks.checkedAt})`.mapWith(Number),
    })
    .from(invariantChecks)
    .orderBy(asc(invariantChecks.invariant));
