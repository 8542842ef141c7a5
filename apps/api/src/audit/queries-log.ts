import type { Db } from '#db.ts';
import { auditLog } from './schema.ts';

export const insertChanges = (tx: Db, changes: (typeof auditLog.$inferInsert)[]) => tx.insert(auditLog).values(changes);
