import { TAXONOMY_KINDS } from '@shop/contracts/catalog/constants';
import { z } from 'zod';
import { eraseCollection, refreshByAge, refreshCollection, refreshProducts } from '#catalog/collections/refresh.ts';
import { checkImport } from '#catalog/import/check-file.ts';
import { deleteOldItems } from '#catalog/import/queries.ts';
import { runImport, undoImport } from '#catalog/import/run-import.ts';
import { runMerge } from '#catalog/taxonomy/merge.ts';
import type { Db } from '#platform/database/db.ts';
import { orNull, text } from '#platform/database/row.ts';
import { count, one, raw } from '#platform/database/sql.ts';
import { enqueue } from '#platform/queue/queue.ts';
import type { Tasks } from '#platform/queue/tasks.ts';
import { runWithinBudget } from '#platform/queue/time-budget.ts';
import { NIL_ID } from './rules.ts';

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

const BATCH = 500;
const last = { last: orNull(text) };

type LabelRef = { column: 'category_id' | 'brand_id'; id: string };

/** Reindexes the next batch of a brand's or category's products; returns its last id. */
async function indexProductsOf(db: Db, { column, id }: LabelRef, after?: string) {
  const reached = await db.run(one('search.indexProductsOf', last)`
    with batch as (select id from products where ${raw(column)} = ${id} and id > ${after ?? NIL_ID}
                    order by id limit ${BATCH}),
         indexed as materialized (select index_products(array_agg(id)) from batch)
    select max(id::text) as last from batch, indexed`);
  return reached.last ?? undefined;
}

/** Scores of the first formula are below this, all others above. */
const SCORE_MIN = 10_000_000_000;

/** Has the trigger compute the outdated scores of the next batch; returns its last id. */
async function updateFeaturedScores(db: Db, after?: string) {
  const reached = await db.run(one('search.updateFeaturedScores', last)`
    with batch as (select id from products where id > ${after ?? NIL_ID} and featured_score < ${SCORE_MIN}
                    order by id limit ${BATCH} for no key update),
         updated as (update products p set rating_count = p.rating_count from batch where p.id = batch.id returning p.id)
    select max(id::text) as last from updated`);
  return reached.last ?? undefined;
}

const countSearchWords = count('search.countWords')`select from count_search_words()`;
const refreshFacets = count('facets.refresh')`select from refresh_facets()`;
