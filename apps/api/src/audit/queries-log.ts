import { sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { auditLog } from './schema.ts';

export const insertAuditEntries = (tx: Db, entries: (typeof auditLog.$inferInsert)[]) =>
  tx.insert(auditLog).values(entries);

/** Older than 90 days; what else the log holds cannot be deleted by our role of the database. */
export const deleteOldLogins = (db: Db) => db.execute(sql`select delete_old_logins()`);
