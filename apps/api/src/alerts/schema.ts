import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#platform/database/columns.ts';

export const alerts = pgTable(
  'alerts',
  { kind: text().notNull(), reference: text().notNull(), details: jsonb().notNull(), notifiedAt: timestamptz() },
  ({ kind, reference }) => [primaryKey({ columns: [kind, reference] })],
);
