import type { AuditAction, AuditEntity } from '@shop/contracts/audit-log-texts';
import type { Db } from '#db.ts';
import { insertAuditEntries } from './queries-log.ts';

/** Who did it: a person by their request, or nobody where the shop did it by itself. */
export type AuditActor = { id: string | null; requestId?: string };

export type NewAuditEntry = {
  action: AuditAction;
  entity: AuditEntity;
  entityId: string;
  /**
   * What it was, and what it is now: as much as tells the change, and no secret. Null for what was not there; both are
   * null only when they were erased.
   */
  before: object | null;
  after: object | null;
};

/** Every admin write calls this in its transaction: a change and the record of it are kept together, or neither is. */
export const record = (tx: Db, actor: AuditActor, entry: NewAuditEntry) => recordAll(tx, actor, [entry]);

/** The same for many changes that are one deed. */
export const recordAll = (tx: Db, { id, requestId }: AuditActor, entries: NewAuditEntry[]) =>
  insertAuditEntries(
    tx,
    entries.map((entry) => ({ ...entry, actorUserId: id, requestId })),
  );
