import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { taxonomyFieldMessages } from '@shop/contracts/catalog/taxonomy-messages';
import { record } from '#audit/service.ts';
import { lockRules, replaceInRules } from '#catalog/collections/queries.ts';
import { refreshCollectionsOf } from '#catalog/collections/refresh.ts';
import { inlineNumber } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { number } from '#platform/database/row.ts';
import { count, one } from '#platform/database/sql.ts';
import { isDryRun, recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, canNow, forbidden } from '#platform/http/access.ts';
import { canStill } from '#platform/http/active-user.ts';
import { BULK_PRIORITY, enqueue } from '#platform/queue/queue.ts';
import { runWithinBudget } from '#platform/queue/time-budget.ts';
import { addUnreturnableCategory, removeUnreturnableCategory } from '#settings/service.ts';
import { moveAliases } from './alias-queries.ts';
import {
  deleteItem,
  findItem,
  hasIncomingMerge,
  hasProducts,
  lockItemForDeletion,
  lockItems,
  namesOf,
} from './queries.ts';
import { mergeInProgress, notFound } from './rules.ts';

/** Products moved in one transaction. Each is indexed for search, so a request can wait for one batch only. */
const BATCH_SIZE = 200;
/** A worker crash counts as an attempt, and must not fail the merge. */
const MAX_ATTEMPTS = 100;

/**
 * Moves all products to another category or brand and deletes this one. Up to a batch of products is moved at once,
 * more by the worker, which also continues after a crash. Rules of collections about it are changed at once.
 */
export async function mergeItem(
  db: Db,
  actor: Actor,
  kind: TaxonomyKind,
  merge: Merge,
  /** In a transaction; not at all for a request that is repeated. */
  startOnce: (start: (tx: Db) => Promise<void>) => Promise<unknown>,
) {
  await startOnce((tx) => startMerge(tx, actor, kind, merge));
  return { done: await continueMerge(db, kind, merge.id) };
}
type Merge = { id: string; into: string; unreturnable?: boolean };

/**
 * A dry run of the merge, with the work of its job. Only one batch is moved: more products are counted as the list of
 * categories counts them. The merged row is not deleted, as that must not happen while products are locked.
 */
export const previewMerge = (db: Db, actor: Actor, kind: TaxonomyKind, merge: Merge) =>
  db.transaction(async (tx) => {
    const products = (await tx.run(findItem(kind, merge.id)))?.products ?? 0;
    await startMerge(tx, actor, kind, merge);
    const { moved, listed } = await moveBatch(tx, kind, merge);
    if (moved === BATCH_SIZE) await recordMoved(tx, kind, merge.into, Math.max(0, products - listed));
    recordEffect({ kind: 'deleted', what: kind, count: 1 });
    // Of the links to its previous name.
    recordEffect({ kind: 'redirect', count: 1 });
  });

async function startMerge(tx: Db, actor: Actor, kind: TaxonomyKind, { id, into, unreturnable = false }: Merge) {
  await lockRules(tx);
  const locked = await tx.run(lockItems(kind, [id, into]));
  const [source, target] = [id, into].map((one) => locked.find((item) => item.id === one));
  if (!source) throw notFound(kind);
  if (!target || id === into) throw invalidTarget();
  // The same request again.
  if (source.mergingInto === into) return;
  if (source.mergingInto !== null || target.mergingInto !== null || (await hasIncomingMerge(tx, kind, id)))
    throw mergeInProgress(kind);

  await record(tx, actor, {
    action: `${kind}.merge`,
    entity: kind,
    entityId: id,
    before: { name: source.name, slug: source.slug, products: (await tx.run(findItem(kind, id)))?.products },
    after: { into: target.name },
  });
  await tx.run(updateMergingInto(kind, id, into));
  const collections = await tx.run(replaceInRules(kind, id, into));
  recordEffect({ kind: 'changed', what: 'collection', change: 'updated', count: collections });
  await mergeReturnRules(tx, actor, kind, { id, into, unreturnable });
  await enqueueMerge(tx, kind, id, actor.id);
}

/**
 * Products follow the rule of the category they are in, so that moving them can change what can be returned of later
 * orders. The rule of the merged category stays until its last product is moved.
 */
async function mergeReturnRules(tx: Db, actor: Actor, kind: TaxonomyKind, { id, into, unreturnable }: Required<Merge>) {
  const [source, target] = [await tx.run(findItem(kind, id)), await tx.run(findItem(kind, into))];
  if (!source || !target || source.unreturnable === target.unreturnable) return;
  if (target.unreturnable) recordEffect({ kind: 'returns', change: 'unreturnable', count: source.products });
  else if (!unreturnable) recordEffect({ kind: 'returns', change: 'returnable', count: source.products });
  else {
    if (!canNow(actor, 'settings.write')) throw forbidden();
    recordEffect({ kind: 'returns', change: 'unreturnable', count: target.products });
    await addUnreturnableCategory(tx, actor, into);
  }
}

/** Jobs of earlier releases do not name who started the merge, and are not checked. */
export const runMerge = (db: Db, kind: TaxonomyKind, id: string, startedBy?: string) =>
  runWithinBudget(
    async () => !(await continueMerge(db, kind, id, startedBy)),
    () => enqueueMerge(db, kind, id, startedBy),
  );

/** Moves one batch, and deletes the merged row once it has no products. Returns whether the merge is complete. */
async function continueMerge(db: Db, kind: TaxonomyKind, id: string, startedBy?: string) {
  const moved = await db.transaction(async (tx) => {
    const [source] = await tx.run(lockItems(kind, [id]));
    if (source?.mergingInto && startedBy && !(await canStill(tx, startedBy, ['products.write']))) {
      await stopMerge(tx, kind, source);
      return 0;
    }
    return source?.mergingInto ? (await moveBatch(tx, kind, { id, into: source.mergingInto })).moved : 0;
  });
  return moved < BATCH_SIZE && db.transaction((tx) => finishMerge(tx, kind, id));
}

async function moveBatch(tx: Db, kind: TaxonomyKind, { id, into }: Merge) {
  const batch = await tx.run(moveProducts(kind, id, into, BATCH_SIZE));
  await recordMoved(tx, kind, into, batch.listed);
  return batch;
}

async function recordMoved(tx: Db, kind: TaxonomyKind, into: string, count: number) {
  if (isDryRun())
    recordEffect({ kind: 'product', change: 'moved', count, to: (await tx.run(findItem(kind, into)))?.name ?? '' });
}

/** What was moved stays moved. Both rows can be edited again, and merged by others. */
async function stopMerge(tx: Db, kind: TaxonomyKind, { id, name }: { id: string; name: string }) {
  await tx.run(updateMergingInto(kind, id, null));
  const products = (await tx.run(findItem(kind, id)))?.products;
  await record(
    tx,
    { id: null },
    {
      action: `${kind}.merge_stop`,
      entity: kind,
      entityId: id,
      before: null,
      after: { name, products, lostPermission: true },
    },
  );
}

/** Holds no lock on a product: an editor who adds one to the merged row may hold others. */
async function finishMerge(tx: Db, kind: TaxonomyKind, id: string) {
  await lockRules(tx);
  const source = await tx.run(lockItemForDeletion(kind, id));
  // Another worker was faster.
  if (!source?.mergingInto) return true;
  if (await hasProducts(tx, kind, id)) return false;
  await moveAliases(tx, kind, { id, name: source.name, slug: source.slug, into: source.mergingInto });
  await tx.run(deleteItem(kind, id));
  if (kind === 'category') await removeUnreturnableCategory(tx, id);
  await refreshCollectionsOf(tx, kind, source.mergingInto);
  return true;
}

const enqueueMerge = (tx: Db, kind: TaxonomyKind, id: string, startedBy: string | undefined) =>
  enqueue(
    tx,
    'merge_taxonomy',
    { kind, id, startedBy },
    { key: `merge_taxonomy:${id}`, maxAttempts: MAX_ATTEMPTS, priority: BULK_PRIORITY },
  );

function invalidTarget() {
  const message = taxonomyFieldMessages.intoRequired;
  return new DomainError('invalid', 'invalid', message, { errors: [{ field: 'into', message }] });
}

const updateMergingInto = (kind: TaxonomyKind, id: string, into: string | null) =>
  count('taxonomy.updateMergingInto')`update ${namesOf(kind).table} set merging_into = ${into} where id = ${id}`;

/**
 * Moves a batch of products of any status, and returns their number and how many of them are not deleted. Locks them in
 * id order, like an edit; one that an editor has moved elsewhere meanwhile stays there. Triggers update search and
 * facets.
 */
function moveProducts(kind: TaxonomyKind, id: string, into: string, limit: number) {
  const { column } = namesOf(kind);
  return one('taxonomy.moveProducts', { moved: number, listed: number })`
    with batch as materialized (select id from products where ${column} = ${id} limit ${inlineNumber(limit)}),
         locked as materialized (
           select id from products where id in (select id from batch) and ${column} = ${id}
            order by id for no key update),
         moved as (update products p set ${column} = ${into} from locked where p.id = locked.id returning p.status)
    select count(*) as moved, count(*) filter (where status <> 'deleted') as listed from moved`;
}
