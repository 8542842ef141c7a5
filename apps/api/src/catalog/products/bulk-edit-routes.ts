import * as operations from '@shop/contracts/catalog/admin-operations';
import type { AdminProduct } from '@shop/contracts/catalog/admin-schema';
import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import {
  BULK_EDIT_MAX,
  type BulkEditProducts,
  type BulkEditQuery,
  type ProductBatchRequest,
  ProductBatchResult,
} from '@shop/contracts/catalog/bulk-edit-schema';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { markUndone } from '#audit/service.ts';
import { isUndoable } from '#catalog/rules.ts';
import { productNotFound } from '#catalog/service.ts';
import { adjustStocks } from '#inventory/service.ts';
import type { Db } from '#platform/database/db.ts';
import { json, list, oneOf, orNull, present, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, first, one } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, forbidden } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { bulkEditProduct, findErrors, hasEffect, type Plan, planChange, planUndo } from './bulk-edit-rules.ts';
import { mapUniqueViolations } from './edit-checks.ts';
import { type Editor, editorOf, saveProduct } from './edit-product.ts';
import { listProducts, lockProducts } from './edit-queries.ts';
import { adminProduct, invalid } from './edit-rules.ts';
import { resolveFilter } from './list-products.ts';
import { listIds } from './queries.ts';

export const productBatchRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const { db } = app;

  handle(app, operations.listProductsForEdit, { access: 'products.read' }, ({ query }) => readForEdit(db, query));

  handle(app, operations.createProductBatch, { access: 'products.write', dryRun: true }, (request) =>
    mapUniqueViolations(() =>
      runIdempotent(db, keyedCall(request), ProductBatchResult, (tx) => saveBatch(tx, request.actor, request.body)),
    ),
  );

  handle(app, operations.undoProductBatch, { access: 'products.write' }, ({ actor, params }) =>
    db.transaction((tx) => undoBatch(tx, actor, params.id)),
  );
};

/** In the order of the ids, without deleted products. */
async function readForEdit(db: Db, { id: requestedIds, ...filter }: BulkEditQuery): Promise<BulkEditProducts> {
  const ids = requestedIds ?? (await findFirstIds(db, filter));
  const shownIds = ids.slice(0, BULK_EDIT_MAX);
  const products = await readProducts(db, shownIds);
  return {
    products: shownIds.flatMap((id) => {
      const product = products.get(id);
      return product && product.status !== 'deleted' ? bulkEditProduct(product) : [];
    }),
    more: ids.length > BULK_EDIT_MAX,
  };
}

async function findFirstIds(db: Db, filter: Omit<BulkEditQuery, 'id'>) {
  const resolved = await resolveFilter(db, filter);
  return resolved ? listIds(db, resolved, { limit: BULK_EDIT_MAX + 1 }) : [];
}

const readProducts = async (db: Db, ids: string[]) =>
  new Map((await db.run(listProducts(ids))).map((row) => [row.id, adminProduct(row)]));

/** All changes or none, with the audit entries of single edits. */
async function saveBatch(tx: Db, actor: Actor, { changes }: ProductBatchRequest): Promise<ProductBatchResult> {
  const editor = editorOf(actor);
  if (changes.some(({ quantity }) => quantity)) assertCanChangeStock(editor);
  const ids = changes.map(({ id }) => id);
  await tx.run(lockProducts(ids));
  const products = await readProducts(tx, ids);
  assertUnchanged(changes, products);

  const plans = await planBatch(tx, changes, products);
  const effective = plans.filter(hasEffect);
  const { id: batch } = await tx.run(insertBatch(effective.map(({ current }) => current.id)));
  await savePlans(tx, editor, effective, 'product.update', { batch });
  const shortages = await adjustStocks(tx, editor, stockOf(effective), { reason: messages.stockReason, batch });
  if (shortages.length > 0) {
    const errors = shortages.map(({ productId, available }) => ({
      field: `changes.${ids.indexOf(productId)}.quantity`,
      message: messages.insufficientStock(available),
    }));
    throw new DomainError('conflict', 'insufficient_stock', errors[0]?.message ?? '', { errors });
  }
  return { batchId: batch, changed: effective.length };
}

function assertCanChangeStock({ canOpenStock }: Editor) {
  if (!canOpenStock) throw forbidden();
}

type Changes = ProductBatchRequest['changes'];

/** Optimistic concurrency: names the products that have a newer version. */
function assertUnchanged(changes: Changes, products: ReadonlyMap<string, AdminProduct>) {
  const stale = changes.flatMap(({ id, version }, place) => {
    const product = products.get(id);
    if (!product) throw productNotFound();
    return product.version === version ? [] : [{ place, name: product.name }];
  });
  if (stale.length > 0)
    throw new DomainError('conflict', 'edit_conflict', messages.editConflict(stale.map(({ name }) => name)), {
      errors: stale.map(({ place }) => ({ field: `changes.${place}.version`, message: messages.changedSince })),
    });
  if (changes.some(({ id }) => products.get(id)?.status === 'deleted')) throw productNotFound();
}

async function planBatch(tx: Db, changes: Changes, products: ReadonlyMap<string, AdminProduct>): Promise<Plan[]> {
  const knownCategories = await listKnownCategories(
    tx,
    changes.flatMap(({ category }) => category ?? []),
  );
  const planned = changes.map((change) => {
    const current = products.get(change.id);
    if (!current) throw productNotFound();
    return { change, plan: planChange(change, current) };
  });
  const errors = planned.flatMap(({ change, plan }, place) =>
    findErrors(change, plan, knownCategories).map(({ field, message }) => ({
      field: `changes.${place}.${field}`,
      message,
    })),
  );
  if (errors.length > 0) throw invalid(errors);
  return planned.map(({ plan }) => plan);
}

/** In id order: their triggers lock rows of the search index. */
async function savePlans(
  tx: Db,
  editor: Editor,
  plans: Plan[],
  action: 'product.update' | 'product.undo',
  origin: { batch?: string } = {},
) {
  for (const { current, snapshot } of plans.toSorted((one, other) => (one.current.id < other.current.id ? -1 : 1)))
    await saveProduct(tx, editor, current, snapshot, action, origin);
}

const stockOf = (plans: Plan[]) => plans.flatMap(({ stock }) => stock ?? []);

/** Undoes a batch as a whole. Idempotent. Stock is changed by the difference, so that units sold since stay sold. */
async function undoBatch(tx: Db, actor: Actor, id: string): Promise<ProductBatchResult> {
  const editor = editorOf(actor);
  const batch = await tx.run(lockBatch(id));
  if (!batch) throw new DomainError('not_found', 'batch_not_found', messages.batchNotFound);
  const result = { batchId: id, changed: batch.productIds.length };
  if (batch.undoneAt) return result;
  if (!isUndoable(batch.createdAt)) throw new DomainError('conflict', 'undo_expired', messages.undoExpired);

  const changes = await listOpenChanges(tx, id, batch.productIds);
  await tx.run(lockProducts(batch.productIds));
  const products = await readProducts(tx, batch.productIds);
  if (changes.some(({ action }) => action === 'stock.adjust')) assertCanChangeStock(editor);
  const conflicts = new Set<string>();
  const plans = changes.flatMap((change) => {
    const current = products.get(change.productId);
    const plan = current && planUndo(change, current);
    if (!plan) conflicts.add(change.productId);
    return plan ?? [];
  });
  if (conflicts.size > 0) throw undoConflict([...conflicts], products);

  await savePlans(tx, editor, plans, 'product.undo');
  const shortages = await adjustStocks(tx, editor, stockOf(plans), { reason: messages.stockUndoReason });
  if (shortages.length > 0)
    throw undoConflict(
      shortages.map(({ productId }) => productId),
      products,
    );
  await tx.run(updateUndone(id));
  return result;
}

/** Without those undone one by one, in the audit log for example. */
async function listOpenChanges(tx: Db, id: string, productIds: string[]) {
  const changes = await tx.run(listBatchChanges(id, productIds));
  const entryIds = changes.map((change) => change.id);
  const marked = await markUndone(tx, entryIds);
  return changes.filter((change) => marked.includes(change.id));
}

function undoConflict(ids: string[], products: ReadonlyMap<string, AdminProduct>) {
  const names = ids.map((id) => products.get(id)?.name ?? id);
  return new DomainError('conflict', 'undo_conflict', messages.undoConflict(names), {
    errors: names.map((name) => ({ field: 'products', message: name })),
  });
}

const insertBatch = (productIds: string[]) =>
  one('batches.insert', { id: uuid })`insert into product_batches (product_ids) values (${productIds}) returning id`;

/** The second of two concurrent undo requests waits for the first. */
const lockBatch = (id: string) =>
  first('batches.lock', { productIds: list(uuid), undoneAt: orNull(timestamp), createdAt: timestamp })`
    select product_ids, undone_at, created_at from product_batches where id = ${id} for no key update`;

const updateUndone = (id: string) =>
  count('batches.updateUndone')`update product_batches set undone_at = ${new Date()} where id = ${id}`;

const values = json(z.record(z.string(), z.unknown()));
const change = {
  id: uuid,
  productId: text,
  action: oneOf(['product.update', 'stock.adjust']),
  before: present(values, 'only the entry of a new product has none'),
  after: values,
};

/** The audit entries of a batch, in the order of product ids. */
const listBatchChanges = (id: string, productIds: string[]) =>
  all('batches.listChanges', change)`
    select id, entity_id as product_id, action, before, after from audit_log
     where entity = 'product' and entity_id = any (${productIds}::text[]) and after ->> 'batch' = ${id}
       and action in ('product.update', 'stock.adjust') order by entity_id, id`;

/** Which of these are current or previous names of categories. */
async function listKnownCategories(db: Db, names: string[]) {
  const rows = await db.run(
    all('batches.listKnownCategories', { name: text })`
      select name from categories where name = any (${names}::text[])
       union
      select alias from taxonomy_redirects
       where kind = 'category' and category_id is not null and alias = any (${names}::text[])`,
  );
  return new Set(rows.map(({ name }) => name));
}
