import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { AdminProduct, ProductDraft } from '@shop/contracts/catalog/admin-schema';
import { type AuditActor, record, recordAll } from '#audit/service.ts';
import { productNotFound } from '#catalog/service.ts';
import { changeStock, lockProductStock, openStock } from '#inventory/service.ts';
import { changesOf } from '#platform/changes.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/effects.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { truncate } from '#platform/truncate.ts';
import { checkSkus, resolveSlug } from './edit-checks.ts';
import {
  findLabelIds,
  findProduct,
  insertImages,
  insertProducts,
  insertVariants,
  type LabelIds,
  listArchivedVariants,
  listProducts,
  lockProduct,
  replaceImages,
  replaceVariants,
  softDeleteProducts,
  updateProduct,
} from './edit-queries.ts';
import {
  adminProduct,
  applyDraft,
  editConflict,
  invalid,
  type ProductSnapshot,
  restoreArchivedVariants,
  snapshotOf,
  type VariantSnapshot,
} from './edit-rules.ts';
import { listChanges, listChangesSince } from './history-queries.ts';
import { insertPairings, replacePairings } from './pairing-queries.ts';
import { resolvePairings } from './pairings.ts';
import { recordDeletedProducts, recordSavedProduct } from './record-effects.ts';

/** The most recent changes that an edit conflict takes into account. */
const CONFLICT_CHANGES_MAX = 20;

/** The staff member who writes products, in a request or by an import. */
export type Editor = AuditActor & { canOpenStock: boolean };
export const editorOf = (actor: Actor): Editor => ({ ...actor, canOpenStock: canNow(actor, 'stock.write') });

export async function createProduct(tx: Db, editor: Editor, draft: ProductDraft): Promise<AdminProduct> {
  const slug = await resolveSlug(tx, draft.slug, draft.name);
  const snapshot = applyDraft(await resolvePairings(tx, draft), slug);
  const labels = await labelsOf(tx, snapshot);
  checkOpeningStock(editor, snapshot.variants);
  await checkSkus(tx, snapshot.variants);
  const [product] = await addProducts(tx, editor, [{ snapshot, labels }]);
  if (!product) throw new Error('The product was not stored.');
  return product;
}

/** The import or the batch a change comes from, if any. */
type Origin = { import?: string; batch?: string };

/** New products with their stock and audit entries: as many statements for a hundred as for one. */
export async function addProducts(
  tx: Db,
  editor: Editor,
  newProducts: { snapshot: ProductSnapshot; labels: LabelIds }[],
  origin: Origin = {},
): Promise<AdminProduct[]> {
  const ids = await insertProducts(tx, newProducts);
  const added = newProducts.map(({ snapshot }) => ({ ...snapshot, productId: ids.get(snapshot.slug) ?? '' }));
  await insertImages(tx, added);
  await insertPairings(tx, added);
  await openStock(tx, await insertVariants(tx, added), messages.openingStock, editor.id);
  const products = (await tx.run(listProducts([...ids.values()]))).map(adminProduct);
  recordEffect({ kind: 'product', change: 'created', count: products.length });
  await recordAll(
    tx,
    editor,
    products.map((product) => ({
      action: 'product.create',
      entity: 'product',
      entityId: product.id,
      before: null,
      after: { ...snapshotOf(product), quantity: product.quantity, version: product.version, ...origin },
    })),
  );
  return products;
}

/** Optimistic concurrency: if the version has changed since it was read, throws what changed and saves nothing. */
export async function changeProduct(tx: Db, editor: Editor, id: string, draft: ProductDraft): Promise<AdminProduct> {
  const current = await getLockedProduct(tx, id);
  const snapshot = snapshotOf(current);
  if (draft.version !== undefined && draft.version !== current.version)
    throw editConflict(await tx.run(listChangesSince(id, draft.version, CONFLICT_CHANGES_MAX)), snapshot);

  const requestedSlug = draft.slug || (draft.name === current.name ? current.slug : '');
  const slug = requestedSlug === current.slug ? current.slug : await resolveSlug(tx, requestedSlug, draft.name, id);
  const requested = applyDraft(await resolvePairings(tx, draft, id), slug, snapshot);
  return saveProduct(tx, editor, current, requested, 'product.update');
}

/** Soft delete: hidden in the storefront and the admin list; its orders are not affected. */
export async function deleteProduct(tx: Db, editor: Editor, id: string) {
  const current = await getLockedProduct(tx, id);
  if (current.status === 'deleted') throw productNotFound();
  await saveProduct(tx, editor, current, { ...snapshotOf(current), status: 'deleted' }, 'product.delete');
  const [change] = await tx.run(listChanges(id, 1));
  return { id, name: current.name, changeId: change?.id ?? '' };
}

/** Undoes the creation of products by a soft delete. However many they are, checkouts are not blocked. */
export async function removeProducts(tx: Db, editor: Editor, ids: string[]) {
  const removed = await tx.run(softDeleteProducts(ids));
  if (removed.length === 0) return;
  await recordDeletedProducts(tx, removed);
  await recordAll(
    tx,
    editor,
    removed.map(({ id, was, version }) => ({
      action: 'product.undo',
      entity: 'product',
      entityId: id,
      before: { status: was, version: version - 1 },
      after: { status: 'deleted', version },
    })),
  );
}

/** A draft with the same texts and images, no stock, and its own slug and SKUs. */
export async function duplicateProduct(tx: Db, editor: Editor, id: string): Promise<AdminProduct> {
  const snapshot = snapshotOf(await getAdminProduct(tx, id));
  const name = messages.copyOf(truncate(snapshot.name, 190));
  const images = snapshot.images.map(({ url }) => url);
  const variants = snapshot.variants.map(({ options, priceDifference }) => ({ options, priceDifference, quantity: 0 }));
  const imageAlts = snapshot.images.map(({ alt }) => alt);
  const copy = { ...snapshot, name, images, imageAlts, variants, quantity: 0, status: 'draft', slug: '' } as const;
  return createProduct(tx, editor, copy);
}

type ProductAction = 'product.update' | 'product.delete' | 'product.undo';

/** Saves a locked product, with an audit entry of the changed fields. Writes nothing if nothing changed. */
export async function saveProduct(
  tx: Db,
  editor: Editor,
  current: AdminProduct,
  snapshot: ProductSnapshot,
  action: ProductAction,
  origin: Origin = {},
): Promise<AdminProduct> {
  const before = snapshotOf(current);
  const changed = changesOf(before, snapshot);
  if (!changed) return current;

  const { id } = current;
  await tx.run(updateProduct(id, snapshot, await labelsOf(tx, snapshot)));
  if ('images' in changed.after) await replaceImages(tx, id, snapshot.images);
  if ('pairings' in changed.after) await replacePairings(tx, id, snapshot.pairings);
  if ('variants' in changed.after) await saveVariants(tx, editor, id, snapshot);
  const product = await getAdminProduct(tx, id);
  // As stored: new variants have ids now.
  const stored = snapshotOf(product);
  const written = changesOf(before, stored) ?? changed;
  await recordSavedProduct(tx, id, before, stored);
  await record(tx, editor, {
    action,
    entity: 'product',
    entityId: id,
    before: { ...written.before, version: current.version },
    after: { ...written.after, version: product.version, ...origin },
  });
  return product;
}

async function saveVariants(tx: Db, editor: Editor, id: string, snapshot: ProductSnapshot) {
  checkOpeningStock(editor, snapshot.variants);
  await lockProductStock(tx, id);
  const archivedVariants = await tx.run(listArchivedVariants(id));
  const { variants, restored } = restoreArchivedVariants(snapshot.variants, archivedVariants);
  await checkSkus(tx, variants);
  await replaceVariants(tx, id, variants);
  await openStock(tx, await insertVariants(tx, [{ productId: id, variants }]), messages.openingStock, editor.id);
  // Without permission to change stock, a restored variant keeps the stock it had.
  for (const { variantId, delta } of editor.canOpenStock ? restored : [])
    await changeStock(tx, { variantId, delta, reason: messages.openingStock, actorUserId: editor.id });
}

export async function getAdminProduct(db: Db, id: string) {
  const row = await findProduct(db, id);
  if (!row) throw productNotFound();
  return adminProduct(row);
}

export async function getLockedProduct(tx: Db, id: string) {
  const row = await lockProduct(tx, id);
  if (!row) throw productNotFound();
  return adminProduct(row);
}

async function labelsOf(tx: Db, { category, brand }: ProductSnapshot) {
  const { categoryId, brandId } = await findLabelIds(tx, { category, brand });
  if (!categoryId) throw invalid([{ field: 'category', message: messages.categoryUnknown }]);
  if (!brandId) throw invalid([{ field: 'brand', message: messages.brandUnknown }]);
  return { categoryId, brandId };
}

/** Only editors with permission to change stock can set opening stock; for all others it must be 0. */
function checkOpeningStock({ canOpenStock }: Editor, variants: VariantSnapshot[]) {
  if (canOpenStock || variants.every(({ id, quantity }) => id || !quantity)) return;
  const message = messages.openingStockNotAllowed;
  throw new DomainError('forbidden', 'opening_stock_not_allowed', message, {
    errors: [{ field: 'quantity', message }],
  });
}
