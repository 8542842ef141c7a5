import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { invariantChecks, invariantViolations } from './schema.ts';
import {
  INVARIANTS,
  type Invariant,
  type KeyedInvariant,
  reducedStatement,
  wholeStatement,
} from './statement-queries.ts';

type CheckResult = { id: string; rule: string; violations: number };
type Violation = { key: string; violations: number };

/** All checks of the whole store, one after the other: they occupy one connection. */
export async function countViolations(db: Db) {
  const checkResults: CheckResult[] = [];
  for (const invariant of INVARIANTS) checkResults.push(await countViolationsOf(db, invariant));
  return checkResults;
}

export async function countViolationsOf(db: Db, invariant: Invariant): Promise<CheckResult> {
  const { id, rule } = invariant;
  const { rows } = await db.execute<{ violations: number }>(
    sql`select count(*)::int as violations from ${wholeStatement(invariant)} v`,
  );
  return { id, rule, violations: rows[0]?.violations ?? 0 };
}

/** Violations of the whole store, by the id of their subject. */
export const listViolations = (db: Db, invariant: KeyedInvariant, limit: number) =>
  listByKey(db, sql`${wholeStatement(invariant)} v group by key limit ${limit}`);

/** Those of these ids. */
export const listViolationsAmong = (db: Db, invariant: KeyedInvariant, ids: string[]) =>
  listByKey(db, sql`${reducedStatement(invariant, ids)} v group by key`);

async function listByKey(db: Db, from: SQL) {
  const { rows } = await db.execute<Violation>(sql`select key, count(*)::int as violations from ${from}`);
  return rows;
}

export async function listKnownKeys(db: Db, { id }: Invariant) {
  const rows = await db
    .select({ key: invariantViolations.key })
    .from(invariantViolations)
    .where(eq(invariantViolations.invariant, id));
  return rows.map(({ key }) => key);
}

const asRows = (violations: Violation[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(violations)}::jsonb) as f (key uuid, violations int)`;

/** Adds what a full check found; known ones stay as they are. */
export const insertViolations = (db: Db, { id }: Invariant, found: Violation[]) =>
  db.execute(sql`
    insert into invariant_violations (invariant, key, violations) select ${id}, key, violations from ${asRows(found)}
        on conflict do nothing`);

/** The violations of these ids are now those that were found. */
export const replaceViolations = (db: Db, { id }: Invariant, ids: string[], found: Violation[]) =>
  db.execute(sql`
    with found as (select key, violations from ${asRows(found)}),
         resolved as (delete from invariant_violations
                       where invariant = ${id} and key = any (${sql.param(ids)}::uuid[])
                         and key not in (select key from found))
    insert into invariant_violations (invariant, key, violations) select ${id}, key, violations from found
        on conflict (invariant, key) do update set violations = excluded.violations`);

/** Publishes the known violations, and the counts of the checks without a subject. Returns those that fail. */
export async function saveCheckResults(db: Db, counts: CheckResult[]) {
  const ids = sql.param(INVARIANTS.map(({ id }) => id));
  const { rows } = await db.execute<{ id: string; violations: number }>(sql`
    with results as (
           select id, coalesce(c.violations, 0) + coalesce(known.violations, 0) as violations
             from unnest(${ids}::text[]) id
             left join jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c (id text, violations bigint) using (id)
             left join (select invariant as id, sum(violations) as violations from invariant_violations group by 1) known
                    using (id)),
         removed as (delete from invariant_checks where not invariant = any (${ids})),
         saved as (insert into invariant_checks (invariant, violations) select id, violations from results
                       on conflict (invariant) do update
                      set violations = excluded.violations, checked_at = excluded.checked_at)
    select id, violations::int from results where violations > 0 order by id`);
  return rows;
}

export const updateFullyChecked = (db: Db) =>
  db.execute(sql`
    insert into invariant_checks (invariant, violations, fully_checked_at)
    select id, 0, now() from unnest(${sql.param(INVARIANTS.map(({ id }) => id))}::text[]) id
        on conflict (invariant) do update set fully_checked_at = excluded.fully_checked_at`);

const ageOf = (time: SQL) => sql`extract(epoch from now() - ${time})`.mapWith(Number);

export const listCheckResults = (db: Db) =>
  db
    .select({
      invariant: invariantChecks.invariant,
      violations: invariantChecks.violations,
      age: ageOf(sql`${invariantChecks.checkedAt}`),
      fullAge: sql<number | null>`extract(epoch from now() - ${invariantChecks.fullyCheckedAt})::float8`,
    })
    .from(invariantChecks)
    .orderBy(asc(invariantChecks.invariant));
