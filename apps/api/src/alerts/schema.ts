import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/columns.ts';

export const alerts = pgTable(
  'alerts',
  { kind: text().notNull(), reference: text().notNull(), details: jsonb().notNull(), toldAt: moment() },
  ({ kind, reference }) => [primaryKey({ columns: [kind, reference] })],
);
