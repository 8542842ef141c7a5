import { pgTable, text } from 'drizzle-orm/pg-core';
import { bigintNumber, timestamptz } from '#platform/database/columns.ts';

export const invariantChecks = pgTable('invariant_checks', {
  invariant: text().primaryKey(),
  violations: bigintNumber().notNull(),
  checkedAt: timestamptz().notNull().defaultNow(),
});
