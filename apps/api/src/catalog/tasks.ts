import { UNDO_DAYS } from '@shop/contracts/catalog/admin-schema';
import { z } from 'zod';
import { checkImport } from '#catalog/import/check.ts';
import { deleteOldItems } from '#catalog/import/queries.ts';
import { runImport, undoImport } from '#catalog/import/run.ts';
import { countSearchWords, indexProductsOf, refreshFacets } from '#catalog/search/index-queries.ts';
import type { Tasks } from '#platform/queue/tasks.ts';

const ImportJob = z.object({ importId: z.uuid() });
/** Kept a day longer than imports can be undone; a batch is what one statement deletes in a second. */
const [RETENTION_DAYS, DELETE_BATCH] = [UNDO_DAYS + 1, 10_000];
const Label = z.object({ column: z.enum(['category_id', 'brand_id']), id: z.uuid() });

export const catalogTasks: Tasks = {
  async index_products_of(payload, { db }) {
    const label = Label.parse(payload);
    let last: string | undefined;
    do last = await indexProductsOf(db, label, last);
    while (last);
  },
  async check_product_import(payload, { db }) {
    await checkImport(db, ImportJob.parse(payload).importId);
  },
  async run_product_import(payload, { db }) {
    await runImport(db, ImportJob.parse(payload).importId);
  },
  async undo_product_import(payload, { db }) {
    await undoImport(db, ImportJob.parse(payload).importId);
  },
  async delete_old_product_imports(_payload, { db }) {
    while ((await deleteOldItems(db, RETENTION_DAYS, DELETE_BATCH)) === DELETE_BATCH);
  },
  async count_search_words(_payload, { db }) {
    await countSearchWords(db);
  },
  async refresh_facets(_payload, { db }) {
    await refreshFacets(db);
  },
};
