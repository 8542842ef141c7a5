import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { auditLog, auditUndos } from './schema.ts';

export const insertAuditEntries = (tx: Db, entries: (typeof auditLog.$inferInsert)[]) =>
  tx.insert(auditLog).values(entries);

/** Logins older than 90 days; the runtime role of the database cannot delete any other entry. */
export const deleteOldLogins = (db: Db) => db.execute(sql`select delete_old_logins()`);

/** False if the entry was undone before; waits for a concurrent undo of it. */
export async function insertUndo(tx: Db, entryId: string) {
  const rows = await tx.insert(auditUndos).values({ entryId }).onConflictDoNothing().returning();
  return rows.length > 0;
}
