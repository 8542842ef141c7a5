import { TAXONOMY_KINDS, TAXONOMY_MAX, type TaxonomyKind } from '@shop/contracts/catalog/constants';
import { taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import { taxonomyOperations } from '@shop/contracts/catalog/taxonomy-operations';
import {
  type TaxonomyDraft,
  type TaxonomyEdit,
  TaxonomyItem,
  TaxonomyMerge,
} from '@shop/contracts/catalog/taxonomy-schema';
import { ById } from '@shop/contracts/common/schema';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { record } from '#audit/service.ts';
import { isNamedByRules, lockRules } from '#catalog/collections/queries.ts';
import { findFreeSlug, slugBaseOf } from '#catalog/slugs.ts';
import { changesOf } from '#platform/changes.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithKey, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { removeUnreturnableCategory } from '#settings/service.ts';
import { deleteAliases, insertAliases } from './alias-queries.ts';
import { mergeItem, previewMerge } from './merge.ts';
import {
  countItems,
  deleteItem,
  findItem,
  hasIncomingMerge,
  hasProducts,
  insertItem,
  listItems,
  listTakenSlugs,
  lockCreation,
  lockItemForDeletion,
  lockItems,
  lockPositions,
  updateItem,
  updatePositions,
} from './queries.ts';
import {
  applyDraft,
  assertCurrent,
  droppedAliases,
  haveSameIds,
  mergeInProgress,
  notFound,
  type TaxonomyValues,
  valuesOf,
} from './rules.ts';

const read = { access: 'products.read' } as const;
const write = { access: 'products.write', rate: 'cart' } as const;

export const taxonomyRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const { db } = app;

  for (const kind of TAXONOMY_KINDS) {
    const { list, get, create, reorder, update, merge, remove } = taxonomyOperations[kind];
    const dryMerge = ({ actor, params, body }: FastifyRequest) =>
      previewMerge(db, actor, kind, { ...ById.parse(params), ...TaxonomyMerge.parse(body) });

    handle(app, list, read, () => browseItems(db, kind));

    handle(app, get, read, ({ params }) => getItem(db, kind, params.id));

    handle(app, create, write, (request) =>
      runOnceWithKey(db, request, TaxonomyItem, (tx) => createItem(tx, request.actor, kind, request.body)),
    );

    handle(app, reorder, write, ({ actor, body }) => reorderItems(db, actor, kind, body.ids));

    handle(app, update, write, ({ actor, params, body }) => saveItem(db, actor, kind, params.id, body));

    handle(app, merge, { ...write, dryRun: dryMerge }, (request) =>
      mergeItem(db, request.actor, kind, { id: request.params.id, ...request.body }, (start) =>
        runOnceWithoutResponse(db, request, start),
      ),
    );

    handle(app, remove, { ...write, dryRun: true }, async (request) => {
      await runOnceWithoutResponse(db, request, (tx) => removeItem(tx, request.actor, kind, request.params.id));
    });
  }
};

const browseItems = (db: Db, kind: TaxonomyKind) => db.run(listItems(kind, TAXONOMY_MAX));

async function getItem(db: Db, kind: TaxonomyKind, id: string) {
  const item = await db.run(findItem(kind, id));
  if (!item) throw notFound(kind);
  return item;
}

const createItem = (db: Db, actor: Actor, kind: TaxonomyKind, draft: TaxonomyDraft) =>
  mapUniqueViolations(kind, () =>
    db.transaction(async (tx) => {
      await tx.run(lockCreation(kind));
      if ((await tx.run(countItems(kind))).items >= TAXONOMY_MAX)
        throw new DomainError('conflict', 'too_many', taxonomyMessages[kind].tooMany);
      const values = applyDraft(draft, draft.slug || (await freeSlugOf(tx, kind, draft.name)));
      const { id } = await tx.run(insertItem(kind, values));
      await tx.run(deleteAliases(kind, [values.name, values.slug]));
      await record(tx, actor, { action: `${kind}.create`, entity: kind, entityId: id, before: null, after: values });
      return getItem(tx, kind, id);
    }),
  );

/** Previous names and slugs lead to it. Search finds its products by the new name once the worker has indexed them. */
const saveItem = (db: Db, actor: Actor, kind: TaxonomyKind, id: string, { version, ...draft }: TaxonomyEdit) =>
  mapUniqueViolations(kind, () =>
    db.transaction(async (tx) => {
      await tx.run(lockItems(kind, [id]));
      const current = await getItem(tx, kind, id);
      const before = valuesOf(current);
      const after = applyDraft(draft, await slugFor(tx, kind, current, draft), current.image);
      const change = changesOf(before, after);
      // Sent twice, the second one finds its own values.
      if (!change) return current;
      assertCurrent(kind, current, version);
      if (current.mergingInto !== null) throw mergeInProgress(kind);

      await tx.run(updateItem(kind, id, after));
      await tx.run(deleteAliases(kind, [after.name, after.slug]));
      const dropped = droppedAliases(before, after);
      if (dropped.length > 0) await tx.run(insertAliases(kind, id, dropped));
      await record(tx, actor, { action: `${kind}.update`, entity: kind, entityId: id, ...change });
      return getItem(tx, kind, id);
    }),
  );

/** All of them, in the new order: the list must be the one that the order was made of. */
const reorderItems = (db: Db, actor: Actor, kind: TaxonomyKind, ids: string[]) =>
  db.transaction(async (tx) => {
    const current = await tx.run(lockPositions(kind));
    const currentIds = current.map(({ id }) => id);
    if (!haveSameIds(currentIds, ids))
      throw new DomainError('conflict', 'list_changed', taxonomyMessages[kind].positionsChanged);
    const names = new Map(current.map(({ id, name }) => [id, name]));
    const change = changesOf(
      { order: current.map(({ name }) => name) },
      { order: ids.map((id) => names.get(id) ?? '') },
    );
    if (change) {
      await tx.run(updatePositions(kind, ids));
      await record(tx, actor, { action: `${kind}.reorder`, entity: kind, entityId: 'all', ...change });
    }
    return browseItems(tx, kind);
  });

/** Only without products and rules of collections: those of a used one move by a merge. */
async function removeItem(tx: Db, actor: Actor, kind: TaxonomyKind, id: string) {
  await lockRules(tx);
  const locked = await tx.run(lockItemForDeletion(kind, id));
  if (!locked) throw notFound(kind);
  if (locked.mergingInto !== null || (await hasIncomingMerge(tx, kind, id))) throw mergeInProgress(kind);
  if (await hasProducts(tx, kind, id)) throw new DomainError('conflict', 'in_use', taxonomyMessages[kind].inUse);
  const { named } = await tx.run(isNamedByRules(kind, locked.id));
  if (named) throw new DomainError('conflict', 'in_use', taxonomyMessages[kind].inCollection);
  const before = valuesOf(await getItem(tx, kind, id));
  await tx.run(deleteItem(kind, id));
  if (kind === 'category') await removeUnreturnableCategory(tx, id);
  recordEffect({ kind: 'deleted', what: kind, count: 1 });
  await record(tx, actor, { action: `${kind}.delete`, entity: kind, entityId: id, before, after: null });
}

/** As for products: an empty slug keeps the current one while the name stays. */
async function slugFor(tx: Db, kind: TaxonomyKind, current: TaxonomyValues & { id: string }, draft: TaxonomyDraft) {
  if (draft.slug) return draft.slug;
  return draft.name === current.name ? current.slug : freeSlugOf(tx, kind, draft.name, current.id);
}

const freeSlugOf = (tx: Db, kind: TaxonomyKind, name: string, ownId?: string) =>
  findFreeSlug(slugBaseOf(name, kind), (slugs) => listTakenSlugs(tx, kind, slugs, ownId));

const TABLES: Record<TaxonomyKind, string> = { category: 'categories', brand: 'brands' };

/** A name or slug in use is an error of its field, also if it was taken concurrently. */
async function mapUniqueViolations<T>(kind: TaxonomyKind, work: () => Promise<T>) {
  const taken = (field: string, message: string) =>
    new DomainError('conflict', `${field}_taken`, message, { errors: [{ field, message }] });
  try {
    return await work();
  } catch (error) {
    if (violatesConstraint(error, `${TABLES[kind]}_name_key`)) throw taken('name', taxonomyMessages[kind].nameTaken);
    if (violatesConstraint(error, `${TABLES[kind]}_slug_key`)) throw taken('slug', taxonomyMessages[kind].slugTaken);
    throw error;
  }
}
