import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { deleteInPortions, PORTION } from '#platform/retention.ts';
import { auditLog, auditUndos } from './schema.ts';

export const insertAuditEntries = (tx: Db, entries: (typeof auditLog.$inferInsert)[]) =>
  tx.insert(auditLog).values(entries);

/** Old logins and denied permissions; the runtime role of the database cannot delete any other entry. */
export const deleteOldLogins = (db: Db) =>
  deleteInPortions(() => db.execute(sql`select from delete_old_logins(${PORTION})`));

/** Returns those that were not undone before; waits for a concurrent undo of one of them. */
export async function insertUndos(tx: Db, entryIds: string[]) {
  if (entryIds.length === 0) return [];
  const values = entryIds.toSorted().map((entryId) => ({ entryId }));
  const rows = await tx.insert(auditUndos).values(values).onConflictDoNothing().returning();
  return rows.map(({ entryId }) => entryId);
}
