import type { Db } from '#db.ts';
import { auditLog } from './schema.ts';

export const insertChange = (tx: Db, change: typeof auditLog.$inferInsert) => tx.insert(auditLog).values(change);
