import { TAXONOMY_KINDS } from '@shop/contracts/catalog/constants';
import { z } from 'zod';
import { eraseCollection, refreshByAge, refreshCollection, refreshProducts } from '#catalog/collections/refresh.ts';
import { checkImport } from '#catalog/import/check-file.ts';
import { deleteOldItems } from '#catalog/import/queries.ts';
import { runImport, undoImport } from '#catalog/import/run-import.ts';
import {
  countSearchWords,
  indexProductsOf,
  refreshFacets,
  updateFeaturedScores,
} from '#catalog/search/index-queries.ts';
import { runMerge } from '#catalog/taxonomy/merge.ts';
import type { Db } from '#platform/database/db.ts';
import { enqueue } from '#platform/queue/queue.ts';
import type { Tasks } from '#platform/queue/tasks.ts';
import { runWithinBudget } from '#platform/queue/time-budget.ts';

const ImportJob = z.object({ importId: z.uuid() });
const Merge = z.object({ kind: z.enum(TAXONOMY_KINDS), id: z.uuid(), startedBy: z.uuid().optional() });
const CollectionJob = z.object({ collectionId: z.uuid() });
const RefreshJob = CollectionJob.extend({ rulesVersion: z.number().int(), after: z.uuid().optional() });
const ProductsJob = z.object({ productIds: z.array(z.uuid()) });
/** Without `after`: all products. */
const After = z.object({ after: z.uuid().optional() });
const Label = After.extend({ column: z.enum(['category_id', 'brand_id']), id: z.uuid() });

/** Steps return the last id they reached, and undefined at the end. */
async function runById(
  db: Db,
  task: string,
  { after, ...job }: z.infer<typeof After>,
  runStep: (after?: string) => Promise<string | undefined>,
) {
  let last = after;
  await runWithinBudget(
    async () => {
      last = await runStep(last);
      return last !== undefined;
    },
    () => enqueue(db, task, { ...job, after: last }),
  );
}

export const catalogTasks: Tasks = {
  async index_products_of(payload, { db }) {
    const label = Label.parse(payload);
    await runById(db, 'index_products_of', label, (after) => indexProductsOf(db, label, after));
  },
  async update_featured_scores(payload, { db }) {
    await runById(db, 'update_featured_scores', After.parse(payload), (after) => updateFeaturedScores(db, after));
  },
  async merge_taxonomy(payload, { db }) {
    const { kind, id, startedBy } = Merge.parse(payload);
    await runMerge(db, kind, id, startedBy);
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
    await deleteOldItems(db);
  },
  async count_search_words(_payload, { db }) {
    await db.run(countSearchWords);
  },
  async refresh_facets(_payload, { db }) {
    await db.run(refreshFacets);
  },
  async refresh_collection(payload, { db }) {
    await refreshCollection(db, RefreshJob.parse(payload));
  },
  async refresh_collection_products(payload, { db }) {
    await refreshProducts(db, ProductsJob.parse(payload).productIds);
  },
  async refresh_collections_by_age(_payload, { db }) {
    await refreshByAge(db);
  },
  async delete_collection(payload, { db }) {
    await eraseCollection(db, CollectionJob.parse(payload).collectionId);
  },
};
