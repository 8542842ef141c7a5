import { ENTRY_UNDO_DAYS, isUndoableAction, UNDO_PERMISSIONS } from '@shop/contracts/audit/constants';
import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { DAY_MS } from '@shop/contracts/common/time';
import { isSame } from '#platform/changes.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import type { LoggedEntry } from './change-rules.ts';
import { labelOf } from './value-rules.ts';

export type UndoableEntry = LoggedEntry & { id: string; createdAt: Date };

/** Changes whose texts are shortened in the log: what an undo restores is stored beside them. */
const NEED_SNAPSHOT = ['page.save_draft', 'page.discard_draft', 'page.delete', 'collection.delete'];

/** Erased entries have nothing to restore. */
export const isUndoable = ({ action, before, after }: LoggedEntry) =>
  isUndoableAction(action) &&
  (before !== null || after !== null) &&
  (!NEED_SNAPSHOT.includes(action) || (before !== null && 'snapshot' in before));

export const isRecent = (at: Date, now: Date) => now.getTime() - at.getTime() < ENTRY_UNDO_DAYS * DAY_MS;

/** Whether the actor has the permission of the action that is undone. */
export const canUndo = (actor: Actor, { action }: LoggedEntry) =>
  isUndoableAction(action) && canNow(actor, UNDO_PERMISSIONS[action]);

export const undoConflict = (message: string) => new DomainError('conflict', 'undo_conflict', message);

/** An undo restores only what is still as the entry left it: it would overwrite a later change. */
export function assertUnchangedSince({ entity, after }: Pick<LoggedEntry, 'entity' | 'after'>, current: object) {
  const values = new Map<string, unknown>(Object.entries(current));
  const changed = Object.entries(after ?? {}).filter(
    ([field, value]) => values.has(field) && !isSame(values.get(field), value),
  );
  if (changed.length > 0) throw undoConflict(undoMessages.conflict(changed.map(([field]) => labelOf(entity, field))));
}
