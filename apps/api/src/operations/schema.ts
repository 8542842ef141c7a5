import { sql } from 'drizzle-orm';
import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, timestamptz } from '#platform/database/columns.ts';

export const invariantChecks = pgTable('invariant_checks', {
  invariant: text().primaryKey(),
  violations: bigintNumber().notNull(),
  /** Of the last check of any kind. */
  checkedAt: timestamptz().notNull().defaultNow(),
  /** Of the last check of the whole store. */
  fullyCheckedAt: timestamptz(),
});

/** What changed since the last check; filled by triggers. */
export const invariantChanges = pgTable('invariant_changes', {
  id: bigint({ mode: 'number' }).primaryKey().default(sql`nextval('invariant_changes_id_seq')`),
  kind: text().notNull(),
  key: uuid().notNull(),
});

export const invariantViolations = pgTable(
  'invariant_violations',
  {
    invariant: text().notNull(),
    key: uuid().notNull(),
    violations: integer().notNull(),
    foundAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.invariant, table.key] })],
);
