import { adminCollectionMessages as messages } from '@shop/contracts/catalog/collection-admin-messages';
import type {
  AdminCollection,
  CollectionChange,
  NewCollection,
  PickedProducts,
  RulePreview,
  RuleSet,
} from '@shop/contracts/catalog/collection-admin-schema';
import { COLLECTIONS_MAX, PICKED_MAX } from '@shop/contracts/catalog/collection-constants';
import { record } from '#audit/service.ts';
import { invalid } from '#catalog/products/edit-rules.ts';
import { findFreeSlug, slugBaseOf } from '#catalog/slugs.ts';
import { changesOf, isSame } from '#platform/changes.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { listPickedIds, previewRules, replacePicked, updateSortKeys } from './member-queries.ts';
import {
  type CollectionRow,
  countMembers,
  findCollection,
  insertCollection,
  listCollections,
  listLabels,
  listMembers,
  listProductsOf,
  listTakenSlugs,
  lockCollection,
  lockCreation,
  markDeleted,
  updateCollection,
} from './queries.ts';
import { enqueueDeletion, enqueueRefresh } from './refresh.ts';
import {
  adminCollection,
  assertVersion,
  type CollectionFields,
  changesMembers,
  collectionNotFound,
  collectionProduct,
  countText,
  fieldsOf,
  labelOf,
  storedFields,
  unknownLabels,
} from './rules.ts';

const UPDATED = { kind: 'changed', what: 'collection', change: 'updated', count: 1 } as const;

export async function browseCollections(db: Db) {
  const rows = await db.run(listCollections());
  const counts = await countMembers(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => adminCollection(row, counts.get(row.id) ?? 0));
}

export async function getCollection(db: Db, id: string) {
  const row = await db.run(findCollection(id));
  if (!row) throw collectionNotFound();
  return withCount(db, row);
}

const withCount = async (db: Db, row: CollectionRow) =>
  adminCollection(row, (await countMembers(db, [row.id])).get(row.id) ?? 0);

export async function createCollection(tx: Db, actor: Actor, draft: NewCollection): Promise<AdminCollection> {
  const { count, last } = await lockCreation(tx);
  if (count >= COLLECTIONS_MAX) throw new DomainError('conflict', 'too_many_collections', messages.tooMany);
  const fields = storedFields(draft, await resolveSlug(tx, draft));
  await assertLabels(tx, fields.rules);
  const row = await tx.run(insertCollection({ ...fields, position: last + 1 }));
  if (row.kind === 'rules') await enqueueRefresh(tx, row);
  await record(tx, actor, {
    action: 'collection.create',
    entity: 'collection',
    entityId: row.id,
    before: null,
    after: fields,
  });
  return adminCollection(row, 0);
}

export async function changeCollection(tx: Db, actor: Actor, id: string, { version, ...draft }: CollectionChange) {
  const row = await lockExisting(tx, id);
  if (draft.kind !== row.kind) throw invalid([{ field: 'kind', message: messages.kindFixed }]);

  const after = storedFields(draft, draft.slug === row.slug ? row.slug : await resolveSlug(tx, draft, id));
  // Sent twice, the second one finds its own values.
  if (isSame(fieldsOf(row), after)) return withCount(tx, row);

  assertVersion(row.version, version);
  return withCount(tx, await saveFields(tx, actor, row, after, 'collection.save'));
}

/** Of a locked collection. */
export async function saveFields(
  tx: Db,
  actor: Actor,
  row: CollectionRow,
  after: CollectionFields,
  action: 'collection.save' | 'collection.undo',
) {
  const before = fieldsOf(row);
  const change = changesOf(before, after);
  if (!change) return row;
  if ('rules' in change.after) await assertLabels(tx, after.rules);
  const refresh = changesMembers(before, after);
  const saved = await tx.run(updateCollection(row.id, after, refresh));
  if (refresh && saved.kind === 'rules') await enqueueRefresh(tx, saved);
  if (refresh && saved.kind === 'manual') await tx.run(updateSortKeys(saved));
  recordEffect(UPDATED);
  await record(tx, actor, { action, entity: 'collection', entityId: row.id, ...change });
  return saved;
}

export async function deleteCollection(tx: Db, actor: Actor, id: string) {
  const row = await lockExisting(tx, id);
  await removeCollection(tx, actor, row, 'collection.delete');
  return { id, name: row.name };
}

/** Hidden at once; a million members are deleted by the worker. */
export async function removeCollection(
  tx: Db,
  actor: Actor,
  row: CollectionRow,
  action: 'collection.delete' | 'collection.undo',
) {
  const products = row.kind === 'manual' ? await listPickedIds(tx, row.id) : [];
  await tx.run(markDeleted(row.id));
  await enqueueDeletion(tx, row.id);
  recordEffect({ kind: 'deleted', what: 'collection', count: 1 });
  await record(tx, actor, {
    action,
    entity: 'collection',
    entityId: row.id,
    before: { ...fieldsOf(row), snapshot: { products } },
    after: null,
  });
}

export async function listCollectionProducts(db: Db, id: string) {
  const row = await db.run(findCollection(id));
  if (!row) throw collectionNotFound();
  return (await db.run(listMembers(row, PICKED_MAX))).map(collectionProduct);
}

/** Adds, removes and reorders at once: the request has the whole list, so that a repeated one changes nothing. */
export async function pickProducts(tx: Db, actor: Actor, id: string, { productIds, version }: PickedProducts) {
  const row = await lockExisting(tx, id);
  if (row.kind !== 'manual') throw new DomainError('conflict', 'collection_by_rules', messages.notManual);
  const before = await listPickedIds(tx, id);
  if (isSame(before, productIds)) return withCount(tx, row);

  assertVersion(row.version, version);
  return withCount(tx, await savePicks(tx, actor, row, { before, after: productIds }, 'collection.products'));
}

/** Of a locked collection. */
export async function savePicks(
  tx: Db,
  actor: Actor,
  row: CollectionRow,
  { before, after }: { before: string[]; after: string[] },
  action: 'collection.products' | 'collection.undo',
) {
  if (!(await replacePicked(tx, row, after)))
    throw invalid([{ field: 'productIds', message: messages.unknownProduct }]);
  const saved = await tx.run(updateCollection(row.id, {}, false));
  recordEffect(UPDATED);
  await record(tx, actor, {
    action,
    entity: 'collection',
    entityId: row.id,
    before: { products: before },
    after: { products: after },
  });
  return saved;
}

export async function previewCollection(db: Db, ruleSet: RuleSet): Promise<RulePreview> {
  const { count, ids } = await db.run(previewRules(ruleSet));
  return { count: countText(count), products: (await db.run(listProductsOf(ids))).map(collectionProduct) };
}

export async function lockExisting(tx: Db, id: string) {
  const row = await tx.run(lockCollection(id));
  if (!row) throw collectionNotFound();
  return row;
}

export async function assertLabels(tx: Db, rules: NewCollection['rules']) {
  const labels = rules.flatMap((rule) => labelOf(rule) ?? []);
  const unknown = unknownLabels(rules, await tx.run(listLabels(labels)));
  if (unknown.length > 0) throw invalid(unknown);
}

/** Leaves room for a number within the longest slug. */
const SLUG_BASE_MAX = 110;

/** The requested slug if it is free; without one, the first free slug derived from the name. */
async function resolveSlug(tx: Db, { slug, name }: Pick<NewCollection, 'slug' | 'name'>, ownId?: string) {
  const listTaken = (slugs: string[]) => listTakenSlugs(tx, slugs, ownId);
  if (!slug) return findFreeSlug(slugBaseOf(name, 'collection').slice(0, SLUG_BASE_MAX), listTaken);
  if ((await listTaken([slug])).length === 0) return slug;
  throw slugTaken();
}

const slugTaken = () => invalid([{ field: 'slug', message: messages.slugTaken }]);

/** Concurrent requests for the same slug both pass the check; the unique constraint rejects one of them. */
export async function mapSlugViolations<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (violatesConstraint(error, 'collections_slug_key') || violatesConstraint(error, 'collection_slugs_pkey'))
      throw slugTaken();
    throw error;
  }
}
