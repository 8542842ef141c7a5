import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { type AdminProduct, type ProductChange, UNDO_DAYS } from '@shop/contracts/catalog/admin-schema';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { toIso } from '#platform/timestamps.ts';
import { type Editor, getLockedProduct, saveProduct } from './edit-product.ts';
import { revertChange, snapshotOf } from './edit-rules.ts';
import { type ChangeRow, findChange, listChanges } from './history-queries.ts';

const CHANGES_SHOWN = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

export async function readHistory(db: Db, productId: string): Promise<ProductChange[]> {
  return (await listChanges(db, productId, CHANGES_SHOWN)).map((change) => ({
    ...change,
    at: toIso(change.at),
    undoable: isUndoable(change),
  }));
}

const isRecent = ({ at }: ChangeRow) => Date.now() - new Date(at).getTime() < UNDO_DAYS * DAY_MS;
/** Stock changes are not undoable: reversing one is another stock adjustment. */
const isUndoable = (change: ChangeRow) => change.action.startsWith('product.') && isRecent(change);

/** Reverts one change and none after it. Changes contain no stock quantities, so units sold since stay sold. */
export async function undoChange(tx: Db, editor: Editor, productId: string, changeId: string): Promise<AdminProduct> {
  const current = await getLockedProduct(tx, productId);
  const change = await findChange(tx, productId, changeId);
  if (!change?.action.startsWith('product.'))
    throw new DomainError('not_found', 'change_not_found', messages.changeNotFound);
  if (!isRecent(change)) throw new DomainError('conflict', 'undo_expired', messages.undoExpired);

  const snapshot = change.before
    ? revertChange(snapshotOf(current), change.before, change.after ?? {})
    : { ...snapshotOf(current), status: 'deleted' as const };
  if (!snapshot) throw new DomainError('conflict', 'undo_conflict', messages.undoConflict);
  return saveProduct(tx, editor, current, snapshot, 'product.undo');
}
