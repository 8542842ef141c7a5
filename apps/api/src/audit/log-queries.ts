import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { auditLog, auditUndos } from './schema.ts';

export const insertAuditEntries = (tx: Db, entries: (typeof auditLog.$inferInsert)[]) =>
  tx.insert(auditLog).values(entries);

/** Logins older than 90 days; the runtime role of the database cannot delete any other entry. */
export const deleteOldLogins = (db: Db) => db.execute(sql`select delete_old_logins()`);

/** Returns those that were not undone before; waits for a concurrent undo of one of them. */
export async function insertUndos(tx: Db, entryIds: string[]) {
  if (entryIds.length === 0) return [];
  const values = entryIds.toSorted().map((entryId) => ({ entryId }));
  const rows = await tx.insert(auditUndos).values(values).onConflictDoNothing().returning();
  return rows.map(({ entryId }) => entryId);
}
