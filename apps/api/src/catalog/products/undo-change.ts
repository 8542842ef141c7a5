import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { AdminProduct, ProductChange } from '@shop/contracts/catalog/admin-schema';
import { assertUnchangedSince, markUndone, type UndoableEntry, undoConflict } from '#audit/service.ts';
import { isUndoable } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { toIso } from '#platform/timestamps.ts';
import { mapUniqueViolations } from './edit-checks.ts';
import { type Editor, editorOf, getLockedProduct, saveProduct } from './edit-product.ts';
import { contradictionsIn, type ProductSnapshot, revertChange, snapshotOf } from './edit-rules.ts';
import { type ChangeRow, findChange, listChanges } from './history-queries.ts';

const CHANGES_SHOWN = 30;

export async function readHistory(db: Db, productId: string): Promise<ProductChange[]> {
  return (await db.run(listChanges(productId, CHANGES_SHOWN))).map((change) => ({
    ...change,
    at: toIso(change.at),
    // Stock changes are not undoable: reversing one is another stock adjustment.
    undoable: change.action.startsWith('product.') && isUndoable(change.at),
  }));
}

/** Reverts one change and none after it. Changes contain no stock quantities, so units sold since stay sold. */
export async function undoChange(tx: Db, editor: Editor, productId: string, changeId: string): Promise<AdminProduct> {
  const change = await tx.run(findChange(productId, changeId));
  // Before the product is locked, as in the audit log: the other order would deadlock.
  if (change) await markUndone(tx, [changeId]);
  const current = await getLockedProduct(tx, productId);
  if (!change?.action.startsWith('product.'))
    throw new DomainError('not_found', 'change_not_found', messages.changeNotFound);
  if (!isUndoable(change.at)) throw new DomainError('conflict', 'undo_expired', messages.undoExpired);

  const snapshot = withoutChange(snapshotOf(current), change);
  if (!snapshot) throw undoConflict(messages.undoConflict);
  return saveProduct(tx, editor, current, snapshot, 'product.undo');
}

/** Undoing the creation of a product is a soft delete. */
function withoutChange(
  current: ProductSnapshot,
  { before, after }: Pick<ChangeRow, 'before' | 'after'>,
): ProductSnapshot | undefined {
  if (!before) return { ...current, status: 'deleted' };
  const reverted = revertChange(current, before, after ?? {});
  // Fields that must fit each other, such as price and sale price, can belong to two changes.
  const present = contradictionsIn(current).map(({ message }) => message);
  const problem = reverted && contradictionsIn(reverted).find(({ message }) => !present.includes(message));
  if (problem) throw undoConflict(problem.message);
  return reverted;
}

/** From the audit log, where a product is deleted again only while it is as it was added. */
export async function undoProductEntry(tx: Db, actor: Actor, entry: UndoableEntry) {
  const current = await getLockedProduct(tx, entry.entityId);
  const present = snapshotOf(current);
  assertUnchangedSince(entry, present);
  const snapshot = withoutChange(present, entry);
  if (!snapshot) throw undoConflict(messages.undoConflict);
  await mapUniqueViolations(() => saveProduct(tx, editorOf(actor), current, snapshot, 'product.undo'));
}
