import { readFileSync } from 'node:fs';
import { asc, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { invariantChecks } from './schema.ts';

const INVARIANTS = readFileSync(new URL('invariants.sql', import.meta.url), 'utf8')
  .split(';')
  .map((statement) => statement.trim())
  .filter(Boolean);

/** What each of them says, by its id. */
export const RULES = new Map(
  INVARIANTS.flatMap((statement) => {
    const [, id, rule] = /'(\w+)' as id,\s*'([^']+)'\s+as rule/.exec(statement) ?? [];
    return id && rule ? [[id, rule] as const] : [];
  }),
);

export type Finding = { id: string; rule: string; violations: number };

/** One after the other: a check of the books takes its time and nobody else's. */
export async function countViolations(db: Db) {
  const findings: Finding[] = [];
  for (const statement of INVARIANTS) findings.push(...(await db.execute<Finding>(sql.raw(statement))).rows);
  return findings;
}

export const keepFindings = (db: Db, findings: Finding[]) =>
  db.transaction(async (tx) => {
    await tx.delete(invariantChecks);
    await tx.insert(invariantChecks).values(findings.map(({ id, violations }) => ({ invariant: id, violations })));
  });

export const listFindings = (db: Db) =>
  db
    .select({
      invariant: invariantChecks.invariant,
      violations: invariantChecks.violations,
      age: sql`extract(epoch from now() - ${invariantChecks.checkedAt})`.mapWith(Number),
    })
    .from(invariantChecks)
    .orderBy(asc(invariantChecks.invariant));
