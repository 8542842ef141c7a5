import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { AdminProduct, ProductDraft } from '@shop/contracts/catalog/admin-schema';
import { type AuditActor, record, recordAll } from '#audit/service.ts';
import { productNotFound } from '#catalog/service.ts';
import { changeStock, lockProductStock, openStock } from '#inventory/service.ts';
import { changesOf } from '#platform/changes.ts';
import { inlineNumber } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { number, text, uuid } from '#platform/database/row.ts';
import { all, count, one, sql } from '#platform/database/sql.ts';
import { isDryRun, recordEffect } from '#platform/dry-run.ts';
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
  effectsOfChange,
  invalid,
  leavesStore,
  type ProductSnapshot,
  restoreArchivedVariants,
  snapshotOf,
  type VariantSnapshot,
} from './edit-rules.ts';
import { listChanges, listChangesSince } from './history-queries.ts';

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

/** The draft with its pairings as current slugs, each once. Throws for an unknown one, or the product itself. */
async function resolvePairings(tx: Db, draft: ProductDraft, productId?: string): Promise<ProductDraft> {
  if (!draft.pairings?.length) return draft;
  const found = await tx.run(listPaired(draft.pairings));
  const slugs = draft.pairings.map((entry, place) => {
    const paired = found.find((row) => row.entry === entry);
    if (!paired) throw invalid([{ field: `pairings.${place}`, message: messages.pairingUnknown(entry) }]);
    if (paired.id === productId) throw invalid([{ field: `pairings.${place}`, message: messages.pairingSelf }]);
    return paired.slug;
  });
  return { ...draft, pairings: [...new Set(slugs)] };
}

/** The products with these slugs, present or previous, or with a variant of this SKU. */
const listPaired = (entries: string[]) =>
  all('pairings.listPaired', { entry: text, id: uuid, slug: text })`
    select e.entry, p.id, p.slug
      from unnest(${entries}::text[]) as e (entry)
      cross join lateral (
        select coalesce((select product_id from product_slugs where slug = e.entry),
                        (select product_id from variants where sku = e.entry)) as id) found
      join products p on p.id = found.id
     where p.status <> 'deleted'`;

type ProductPairings = { productId: string; pairings: string[] };

/** By slug, in their order. A product that does not exist any more is left out. */
async function insertPairings(tx: Db, pairingsByProduct: ProductPairings[]) {
  const rows = pairingsByProduct.flatMap(({ productId, pairings }) =>
    pairings.map((slug, position) => ({ product_id: productId, slug, position })),
  );
  if (rows.length === 0) return;
  await tx.run(
    count('pairings.insert')`
      insert into product_pairings (product_id, paired_id, position)
      select w.product_id, s.product_id, w.position
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (product_id uuid, slug text, position smallint)
        join product_slugs s on s.slug = w.slug
       where s.product_id <> w.product_id
          on conflict do nothing`,
  );
}

async function replacePairings(tx: Db, productId: string, pairings: string[]) {
  await tx.run(count('pairings.deleteOf')`delete from product_pairings where product_id = ${productId}`);
  await insertPairings(tx, [{ productId, pairings }]);
}

/** Of a product that was saved. */
async function recordSavedProduct(tx: Db, id: string, before: ProductSnapshot, after: ProductSnapshot) {
  for (const effect of effectsOfChange(before, after)) recordEffect(effect);
  if (leavesStore(before, after)) await recordHolders(tx, [id]);
}

/** Of products that were deleted, with their previous status. */
async function recordDeletedProducts(tx: Db, deleted: { id: string; was: string }[]) {
  recordEffect({ kind: 'product', change: 'deleted', count: deleted.length });
  const published = deleted.filter(({ was }) => was === 'published');
  if (published.length > 0)
    await recordHolders(
      tx,
      published.map(({ id }) => id),
    );
}

async function recordHolders(tx: Db, productIds: string[]) {
  if (!isDryRun()) return;
  const { cartItems, wishlistItems, stockAlerts } = await tx.run(countHolders(productIds));
  recordEffect({ kind: 'affected', what: 'cart_item', count: cartItems });
  recordEffect({ kind: 'affected', what: 'wishlist_item', count: wishlistItems });
  recordEffect({ kind: 'affected', what: 'stock_alert', count: stockAlerts });
}

/** Of each kind: more are not counted. */
const HOLDERS_MAX = 10_000;

const holders = { cartItems: number, wishlistItems: number, stockAlerts: number };

/** What customers hold of these products. Items and alerts of variants that are not for sale do not count. */
function countHolders(productIds: string[]) {
  const ids = sql`${productIds}::uuid[]`;
  const most = inlineNumber(HOLDERS_MAX);
  const forSale = sql`variants v join products p on p.id = v.product_id and p.sellable
                       where v.product_id = any (${ids}) and v.archived_at is null`;
  return one('products.countHolders', holders)`
    select (select count(*) from (
              select from cart_lines where variant_id in (select v.id from ${forSale}) limit ${most}) c) as cart_items,
           (select count(*) from (
              select from wishlist_items where product_id = any (${ids}) limit ${most}) w) as wishlist_items,
           (select count(*) from (
              select from waitlist where variant_id in (select v.id from ${forSale}) limit ${most}) a)
             as stock_alerts`;
}
