import type { AuditAction, AuditEntity } from '@shop/contracts/audit/messages';
import type { Db } from '#platform/database/db.ts';
import { insertAuditEntries } from './log-queries.ts';

/** A user and their request; `id` is null for the system. */
export type AuditActor = { id: string | null; requestId?: string };

export type NewAuditEntry = {
  action: AuditAction;
  entity: AuditEntity;
  entityId: string;
  /**
   * The state before and after: the fields that describe the change, and no secrets. Null if there was none; both are
   * null only when they were erased.
   */
  before: object | null;
  after: object | null;
};

/** Every admin write calls this in its transaction: a change and its audit entry are committed together or not. */
export const record = (tx: Db, actor: AuditActor, entry: NewAuditEntry) => recordAll(tx, actor, [entry]);

/** The same for many changes of one action. */
export const recordAll = (tx: Db, { id, requestId }: AuditActor, entries: NewAuditEntry[]) =>
  insertAuditEntries(
    tx,
    entries.map((entry) => ({ ...entry, actorUserId: id, requestId })),
  );
