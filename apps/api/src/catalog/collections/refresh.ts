import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import type { Db } from '#platform/database/db.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { runWithinBudget, TIME_BUDGET_MS } from '#platform/queue/time-budget.ts';
import {
  deleteCollectionRow,
  deleteMembers,
  listProductsAfter,
  lockTimeRuled,
  markRefreshed,
  refreshMembers,
  updateSortKeys,
} from './member-queries.ts';
import { lockCollection, lockCollections, outdateMembersOf } from './queries.ts';

/** Products in one transaction: it locks the collection, and changes of products wait for it. */
const BATCH = 2_000;
const DELETE_BATCH = 10_000;
/** A worker crash counts as an attempt, and must not end the refresh. */
const MAX_ATTEMPTS = 100;

export type RefreshJob = { collectionId: string; rulesVersion: number; after?: string };

const enqueueFrom = (tx: Db, job: RefreshJob) =>
  enqueue(tx, 'refresh_collection', job, {
    key: `refresh_collection:${job.collectionId}`,
    maxAttempts: MAX_ATTEMPTS,
  });

/** Lock the collection first: a queued job of older rules is replaced, and none of them replaces a newer one. */
export const enqueueRefresh = (tx: Db, { id, rulesVersion }: { id: string; rulesVersion: number }) =>
  enqueueFrom(tx, { collectionId: id, rulesVersion });

export const enqueueDeletion = (tx: Db, collectionId: string) =>
  enqueue(tx, 'delete_collection', { collectionId }, { maxAttempts: MAX_ATTEMPTS });

/** Applies the rules to all products, in batches by id. Stops if the rules were changed, which enqueued another job. */
export async function refreshCollection(db: Db, { after, ...job }: RefreshJob) {
  const deadline = performance.now() + TIME_BUDGET_MS;
  let last = after;
  do last = await refreshBatch(db, { ...job, after: last }, performance.now() > deadline);
  while (last);
}

/** Returns the last id of the batch, or undefined if this job has nothing left to do. */
async function refreshBatch(db: Db, job: RefreshJob, isLate: boolean) {
  const { collectionId, rulesVersion, after } = job;
  return db.transaction(async (tx) => {
    const collection = await tx.run(lockCollection(collectionId));
    if (collection?.kind !== 'rules' || collection.rulesVersion !== rulesVersion) return undefined;
    if (isLate) return void (await enqueueFrom(tx, job));

    const ids = (await tx.run(listProductsAfter(after, BATCH))).map(({ id }) => id);
    if (ids.length > 0) await tx.run(refreshMembers(collection, ids));
    if (ids.length === BATCH) return ids.at(-1);
    await tx.run(markRefreshed(collectionId, rulesVersion));
    return undefined;
  });
}

/** After products were changed. The locks order this after every batch that read them before the change. */
export const refreshProducts = (db: Db, productIds: string[]) =>
  db.transaction(async (tx) => {
    for (const collection of await tx.run(lockCollections())) {
      if (collection.kind === 'rules') await tx.run(refreshMembers(collection, productIds));
      else if (collection.sort !== 'manual') await tx.run(updateSortKeys(collection, productIds));
    }
  });

/** Once a day: rules about the age of a product match other products, although none was changed. */
export const refreshByAge = (db: Db) =>
  db.transaction(async (tx) => {
    for (const collection of await tx.run(lockTimeRuled())) await enqueueRefresh(tx, collection);
  });

/** After products were moved to a category or brand. Lock the rules first. */
export async function refreshCollectionsOf(tx: Db, kind: TaxonomyKind, id: string) {
  for (const collection of await tx.run(outdateMembersOf(kind, id))) await enqueueRefresh(tx, collection);
}

export const eraseCollection = (db: Db, collectionId: string) =>
  runWithinBudget(
    async () => {
      if ((await db.run(deleteMembers(collectionId, DELETE_BATCH))) === DELETE_BATCH) return true;
      await db.run(deleteCollectionRow(collectionId));
      return false;
    },
    () => enqueueDeletion(db, collectionId),
  );
