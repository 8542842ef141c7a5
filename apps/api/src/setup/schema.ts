import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#platform/database/columns.ts';

export const setupChecks = pgTable('setup_checks', {
  kind: text({ enum: ['payment', 'email', 'terms', 'hidden'] }).primaryKey(),
  passed: boolean(),
  details: jsonb().notNull().default({}),
  checkedAt: timestamptz().notNull().defaultNow(),
});
