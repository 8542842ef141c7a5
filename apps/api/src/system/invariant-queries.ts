import type { Db } from '#platform/database/db.ts';
import { number, orNull, present, type Row, text, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, one, sql } from '#platform/database/sql.ts';
import {
  INVARIANTS,
  type Invariant,
  type KeyedInvariant,
  reducedStatement,
  wholeStatement,
} from './statement-queries.ts';

type CheckResult = { id: string; rule: string; violations: number };
const violation = { key: present(uuid, 'each is of a subject'), violations: number };
type Violation = Row<typeof violation>;

/** All checks of the whole store, one after the other: they occupy one connection. */
export async function countViolations(db: Db) {
  const checkResults: CheckResult[] = [];
  for (const invariant of INVARIANTS) checkResults.push(await countViolationsOf(db, invariant));
  return checkResults;
}

export async function countViolationsOf(db: Db, invariant: Invariant): Promise<CheckResult> {
  const { id, rule } = invariant;
  const { violations } = await db.run(countWhole(invariant));
  return { id, rule, violations };
}

const countWhole = (invariant: Invariant) =>
  one('system.countViolations', { violations: number })`
    select count(*) as violations from ${wholeStatement(invariant)} v`;

/** Violations of the whole store, by the id of their subject. */
export const listViolations = (invariant: KeyedInvariant, limit: number) =>
  listByKey(sql`${wholeStatement(invariant)} v group by key limit ${limit}`);

/** Those of these ids. */
export const listViolationsAmong = (invariant: KeyedInvariant, ids: string[]) =>
  listByKey(sql`${reducedStatement(invariant, ids)} v group by key`);

const listByKey = (from: Fragment) =>
  all('system.listViolations', violation)`select key, count(*) as violations from ${from}`;

export const listKnownKeys = ({ id }: Invariant) =>
  all('system.listKnownKeys', { key: uuid })`select key from invariant_violations where invariant = ${id}`;

const asRows = (violations: Violation[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(violations)}::jsonb) as f (key uuid, violations int)`;

/** Adds what a full check found; known ones stay as they are. */
export const insertViolations = ({ id }: Invariant, found: Violation[]) =>
  count('system.insertViolations')`
    insert into invariant_violations (invariant, key, violations) select ${id}, key, violations from ${asRows(found)}
        on conflict do nothing`;

/** The violations of these ids are now those that were found. */
export const replaceViolations = ({ id }: Invariant, ids: string[], found: Violation[]) =>
  count('system.replaceViolations')`
    with found as (select key, violations from ${asRows(found)}),
         resolved as (delete from invariant_violations
                       where invariant = ${id} and key = any (${ids}::uuid[])
                         and key not in (select key from found))
    insert into invariant_violations (invariant, key, violations) select ${id}, key, violations from found
        on conflict (invariant, key) do update set violations = excluded.violations`;

const IDS = INVARIANTS.map(({ id }) => id);

/** Publishes the known violations, and the counts of the checks without a subject. Returns those that fail. */
export const saveCheckResults = (counts: CheckResult[]) =>
  all('system.saveCheckResults', { id: text, violations: number })`
    with results as (
           select id, coalesce(c.violations, 0) + coalesce(known.violations, 0) as violations
             from unnest(${IDS}::text[]) id
             left join jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c (id text, violations bigint) using (id)
             left join (select invariant as id, sum(violations) as violations from invariant_violations group by 1) known
                    using (id)),
         removed as (delete from invariant_checks where not invariant = any (${IDS})),
         saved as (insert into invariant_checks (invariant, violations) select id, violations from results
                       on conflict (invariant) do update
                      set violations = excluded.violations, checked_at = excluded.checked_at)
    select id, violations from results where violations > 0 order by id`;

export const updateFullyChecked = () =>
  count('system.updateFullyChecked')`
    insert into invariant_checks (invariant, violations, fully_checked_at)
    select id, 0, now() from unnest(${IDS}::text[]) id
        on conflict (invariant) do update set fully_checked_at = excluded.fully_checked_at`;

/** Ages are in seconds. */
const checkResult = { invariant: text, violations: number, age: number, fullAge: orNull(number) };

export const listCheckResults = () =>
  all('system.listCheckResults', checkResult)`
    select invariant, violations, extract(epoch from now() - checked_at) as age,
           extract(epoch from now() - fully_checked_at) as full_age
      from invariant_checks order by invariant`;
