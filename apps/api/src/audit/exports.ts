import type { AuditAction } from '@shop/contracts/audit/messages';
import type { Db } from '#platform/database/db.ts';
import { type AuditActor, record } from './record.ts';

type ExportName = Extract<AuditAction, `export.${string}`> extends `export.${infer What}` ? What : never;

/** Call before the first byte of personal data is sent: what cannot be recorded is not exported. */
export const recordExport = (db: Db, actor: AuditActor, what: ExportName, filter: object = {}) =>
  record(db, actor, { action: `export.${what}`, entity: 'export', entityId: what, before: null, after: { filter } });
