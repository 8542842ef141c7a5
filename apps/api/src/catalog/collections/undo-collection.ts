import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { adminCollectionMessages as messages } from '@shop/contracts/catalog/collection-admin-messages';
import { NewCollection } from '@shop/contracts/catalog/collection-admin-schema';
import { COLLECTIONS_MAX } from '@shop/contracts/catalog/collection-constants';
import { Id } from '@shop/contracts/common/schema';
import { z } from 'zod';
import { assertUnchangedSince, record, type UndoableEntry, undoConflict } from '#audit/service.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { assertLabels, lockExisting, mapSlugViolations, removeCollection, saveFields, savePicks } from './manage.ts';
import { listExistingIds, listPickedIds, replacePicked } from './member-queries.ts';
import { insertCollection, lockCreation } from './queries.ts';
import { enqueueRefresh } from './refresh.ts';
import { fieldsOf } from './rules.ts';

const Picks = z.object({ products: z.array(Id) });
const Deleted = z.object({ snapshot: Picks });

/** Products deleted since are left out. */
export const undoCollectionEntry = (tx: Db, actor: Actor, entry: UndoableEntry) =>
  mapSlugViolations(async () => {
    if (entry.action === 'collection.delete') return restoreCollection(tx, actor, entry);
    const row = await lockExisting(tx, entry.entityId);
    if (entry.action === 'collection.products') {
      const before = await listPickedIds(tx, row.id);
      assertUnchangedSince(entry, { products: before });
      const after = await listExistingIds(tx, Picks.parse(entry.before).products);
      return savePicks(tx, actor, row, { before, after }, 'collection.undo');
    }
    const fields = fieldsOf(row);
    assertUnchangedSince(entry, fields);
    if (entry.before) return saveFields(tx, actor, row, { ...fields, ...entry.before }, 'collection.undo');
    // A new collection by rules gets its products from the worker.
    if (row.kind === 'manual')
      assertUnchangedSince({ ...entry, after: { products: [] } }, { products: await listPickedIds(tx, row.id) });
    return removeCollection(tx, actor, row, 'collection.undo');
  });

/** With its previous id, once the worker has deleted the row. */
async function restoreCollection(tx: Db, actor: Actor, { entityId: id, before }: UndoableEntry) {
  const { snapshot, ...stored } = { ...before, ...Deleted.parse(before) };
  const fields = NewCollection.parse(stored);
  const { count, last } = await lockCreation(tx);
  if (count >= COLLECTIONS_MAX) throw new DomainError('conflict', 'too_many_collections', messages.tooMany);
  await assertLabels(tx, fields.rules);
  const row = await tx.run(insertCollection({ ...fields, id, position: last + 1 })).catch((error: unknown) => {
    throw violatesConstraint(error, 'collections_pkey') ? undoConflict(undoMessages.stillDeleting) : error;
  });
  if (row.kind === 'rules') await enqueueRefresh(tx, row);
  else await replacePicked(tx, row, snapshot.products);
  recordEffect({ kind: 'changed', what: 'collection', change: 'restored', count: 1 });
  await record(tx, actor, {
    action: 'collection.undo',
    entity: 'collection',
    entityId: id,
    before: null,
    after: fields,
  });
}
