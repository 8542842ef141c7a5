import { IMPORT_TRIED_MAX } from '@shop/contracts/catalog/import-schema';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/effects.ts';
import type { Actor } from '#platform/http/access.ts';
import { startImport, startUndo } from './imports.ts';
import { countItems } from './queries.ts';
import { runImport, undoImport } from './run-import.ts';

/*
 * Dry runs of imports, with the work of their jobs. It is done in one transaction, whose locks on stock block checkouts
 * until it is rolled back: an import of many products is counted by its items instead.
 */

export const previewImport = (db: Db, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const { ready, imported, rejected } = await startImport(tx, actor, id);
    if (ready - imported - rejected <= IMPORT_TRIED_MAX) await runImport(tx, id);
    else await recordCounts(tx, id, 'ready');
  });

export const previewUndo = (db: Db, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const { imported } = await startUndo(tx, actor, id);
    if (imported <= IMPORT_TRIED_MAX) await undoImport(tx, id);
    else await recordCounts(tx, id, 'imported');
  });

async function recordCounts(tx: Db, id: string, status: 'ready' | 'imported') {
  const { added, changed } = await tx.run(countItems(id, status));
  recordEffect({ kind: 'product', change: status === 'ready' ? 'created' : 'deleted', count: added });
  recordEffect({ kind: 'product', change: 'updated', count: changed });
}
