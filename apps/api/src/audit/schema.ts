import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '#platform/database/columns.ts';

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

/** Entries that were undone. A table of its own: the log is append-only. */
export const auditUndos = pgTable('audit_undos', {
  entryId: uuid().primaryKey(),
  undoneAt: createdAt(),
});
