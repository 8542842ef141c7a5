import { readFileSync } from 'node:fs';
import { raw, sql } from '#platform/database/sql.ts';
import { isSubject, reducedTables, type Subject } from './subject-rules.ts';

/** Without a subject it is always checked as a whole: it depends on the time or the queue, and an index finds its rows. */
export type Invariant = { id: string; rule: string; subject: Subject | undefined; statement: string };
export type KeyedInvariant = Invariant & { subject: Subject };

const HEADER = /^-- ([IRS]\d\d) (\w+): (.+)$/m;

export const INVARIANTS: Invariant[] = readFileSync(new URL('invariants.sql', import.meta.url), 'utf8')
  .split(/;$/m)
  .flatMap((part) => {
    const [header, id, subject, rule] = HEADER.exec(part) ?? [];
    if (!header || !id || !subject || !rule) return [];
    const statement = part.replace(/^ *--.*$/gm, '').trim();
    return [{ id, rule, subject: isSubject(subject) ? subject : undefined, statement }];
  });

/** Rule texts by invariant id. */
export const RULES = new Map(INVARIANTS.map(({ id, rule }) => [id, rule]));

const isKeyed = (invariant: Invariant): invariant is KeyedInvariant => invariant.subject !== undefined;
export const KEYED = INVARIANTS.filter(isKeyed);
export const UNKEYED = INVARIANTS.filter((invariant) => !isKeyed(invariant));

/** The violations in the whole store. */
export const wholeStatement = ({ statement }: Invariant) => raw(`(${statement})`);

/** The violations of these ids of the subject. Common table expressions hide the tables of the same names. */
export const reducedStatement = ({ statement, subject }: KeyedInvariant, ids: string[]) =>
  sql`(with scope as (select unnest(${ids}::uuid[]) as id),
            ${raw(reducedTables(subject, statement))} ${raw(statement.replace(/^with /, ', '))})`;
