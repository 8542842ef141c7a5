import { undoMessages } from '@shop/contracts/audit/undo-messages';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, forbidden } from '#platform/http/access.ts';
import { insertUndos } from './log-queries.ts';
import { findAuditEntry } from './queries.ts';
import { canUndo, isRecent, isUndoable, type UndoableEntry } from './undo-rules.ts';

/**
 * Restores what an entry changed and records an entry of its own, by the context that owns the record. Throws a
 * conflict if the record is no longer as the entry left it.
 */
type UndoChange = (tx: Db, actor: Actor, entry: UndoableEntry) => Promise<unknown>;
/** By entity type. */
export type UndoTable = Record<string, UndoChange>;

/** The entry, if the actor can undo it. */
export async function getUndoableEntry(db: Db, actor: Actor, id: string) {
  const entry = await db.run(findAuditEntry(id));
  if (!entry) throw new DomainError('not_found', 'audit_entry_not_found', undoMessages.notFound);
  if (!isUndoable(entry)) throw new DomainError('conflict', 'not_undoable', undoMessages.notUndoable);
  if (!canUndo(actor, entry)) throw forbidden();
  if (!isRecent(entry.createdAt, new Date())) throw new DomainError('conflict', 'undo_expired', undoMessages.expired);
  return entry;
}

/** Marked first: of two concurrent requests the second waits here, and is rejected once the first has committed. */
export async function undoAuditEntry(tx: Db, actor: Actor, id: string, table: UndoTable) {
  const entry = await getUndoableEntry(tx, actor, id);
  const undoChange = new Map(Object.entries(table)).get(entry.entity);
  if (!undoChange) throw new DomainError('conflict', 'not_undoable', undoMessages.notUndoable);
  const [marked] = await tx.run(insertUndos([id]));
  if (!marked) throw new DomainError('conflict', 'already_undone', undoMessages.already);
  await undoChange(tx, actor, entry);
  return { id };
}
