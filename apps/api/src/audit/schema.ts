import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, createdAt, id, timestamptz } from '#platform/database/columns.ts';

export const auditLog = pgTable('audit_log', {
  id: id(),
  actorUserId: uuid(),
  action: text().notNull(),
  entity: text().notNull(),
  entityId: text().notNull(),
  before: jsonb(),
  after: jsonb(),
  requestId: text(),
  createdAt: createdAt(),
});

export const invariantChecks = pgTable('invariant_checks', {
  invariant: text().primaryKey(),
  violations: bigintNumber().notNull(),
  checkedAt: timestamptz().notNull().defaultNow(),
});
