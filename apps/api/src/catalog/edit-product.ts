import { randomBytes } from 'node:crypto';
import type { AdminProduct, ProductDraft } from '@shop/contracts/admin-products';
import { slugOf } from '@shop/contracts/admin-products';
import { adminProductMessages as messages } from '@shop/contracts/admin-products-texts';
import { type Doer, record, recordAll } from '#audit/service.ts';
import type { Db } from '#db.ts';
import { type Actor, mayNow } from '#platform/access.ts';
import { violates } from '#platform/database-errors.ts';
import { DomainError } from '#platform/errors.ts';
import { getAdminProduct, productNotFound } from './desk.ts';
import { listProducts, lockProduct } from './queries-desk.ts';
import {
  findLabelIds,
  insertImages,
  insertMovement,
  insertProducts,
  insertVariants,
  type LabelIds,
  listFormerVariants,
  listTakenSkus,
  listTakenSlugs,
  lockShelf,
  openShelf,
  replaceImages,
  replaceVariants,
  updateDeleted,
  updateProduct,
  updateStock,
} from './queries-edit.ts';
import { listChanges, listChangesSince } from './queries-history.ts';
import { adminProduct } from './rules-desk.ts';
import {
  changedMeanwhile,
  comingBack,
  difference,
  type Goods,
  goodsOf,
  invalid,
  type VariantGoods,
  wanted,
} from './rules-edit.ts';

/** More changes than these between two looks at one product are not told one by one. */
const CHANGES_TOLD = 20;

/** Who writes products: by the session they ask with, or by an import they have sent. */
export type Editor = Doer & { mayOpenStock: boolean };
export const editorOf = (actor: Actor): Editor => ({ ...actor, mayOpenStock: mayNow(actor, 'stock.write') });

export async function createProduct(tx: Db, editor: Editor, draft: ProductDraft): Promise<AdminProduct> {
  const goods = wanted(draft, await freeSlug(tx, draft.slug, draft.name));
  const labels = await labelsOf(tx, goods);
  checkOpening(editor, goods.variants);
  await checkSkus(tx, goods.variants);
  const [product] = await addProducts(tx, editor, [{ goods, labels }]);
  if (!product) throw new Error('The product was not stored.');
  return product;
}

/** The import that brings it, where one does. */
type Origin = { import?: string };

/** New products, their shelves and their rows in the log: as many statements for a hundred as for one. */
export async function addProducts(
  tx: Db,
  editor: Editor,
  wishes: { goods: Goods; labels: LabelIds }[],
  origin: Origin = {},
): Promise<AdminProduct[]> {
  const ids = await insertProducts(tx, wishes);
  const added = wishes.map(({ goods }) => ({ ...goods, productId: ids.get(goods.slug) ?? '' }));
  await insertImages(tx, added);
  await openShelf(tx, await insertVariants(tx, added), messages.openingStock, editor.id);
  const products = (await listProducts(tx, [...ids.values()])).map(adminProduct);
  await recordAll(
    tx,
    editor,
    products.map((product) => ({
      action: 'product.create',
      entity: 'product',
      entityId: product.id,
      before: null,
      after: { ...goodsOf(product), quantity: product.quantity, version: product.version, ...origin },
    })),
  );
  return products;
}

/** Saves an edit, unless the product has changed since the editor opened it: then it tells what, and saves nothing. */
export async function changeProduct(tx: Db, editor: Editor, id: string, draft: ProductDraft): Promise<AdminProduct> {
  const now = await lockedProduct(tx, id);
  const goods = goodsOf(now);
  if (draft.version !== undefined && draft.version !== now.version)
    throw changedMeanwhile(await listChangesSince(tx, id, draft.version, CHANGES_TOLD), goods);

  const named = draft.slug || (draft.name === now.name ? now.slug : '');
  const slug = named === now.slug ? now.slug : await freeSlug(tx, named, draft.name, id);
  return saveGoods(tx, editor, now, wanted(draft, slug, goods), 'product.change');
}

/** It leaves the shop and the list; what was ordered of it stays as it is. */
export async function deleteProduct(tx: Db, editor: Editor, id: string) {
  const now = await lockedProduct(tx, id);
  if (now.status === 'deleted') throw productNotFound();
  await saveGoods(tx, editor, now, { ...goodsOf(now), status: 'deleted' }, 'product.delete');
  const [change] = await listChanges(tx, id, 1);
  return { id, name: now.name, changeId: change?.id ?? '' };
}

/** Takes back that these were added. However many they are, nobody waits for it who buys one. */
export async function removeProducts(tx: Db, editor: Editor, ids: string[]) {
  const removed = await updateDeleted(tx, ids);
  if (removed.length === 0) return;
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

/** A draft with the same texts and pictures, no pieces, and an address and SKUs of its own. */
export async function duplicateProduct(tx: Db, editor: Editor, id: string): Promise<AdminProduct> {
  const goods = goodsOf(await getAdminProduct(tx, id));
  const name = messages.copyOf(goods.name.slice(0, 190));
  const images = goods.images.map(({ url }) => url);
  const variants = goods.variants.map(({ options, priceDifference }) => ({ options, priceDifference, quantity: 0 }));
  const imageAlts = goods.images.map(({ alt }) => alt);
  const copy = { ...goods, name, images, imageAlts, variants, quantity: 0, status: 'draft', slug: '' } as const;
  return createProduct(tx, editor, copy);
}

type Deed = 'product.change' | 'product.delete' | 'product.undo';

/** Writes the goods of a product that is locked, and what changed into the log. Nothing changed, nothing written. */
export async function saveGoods(
  tx: Db,
  editor: Editor,
  now: AdminProduct,
  goods: Goods,
  action: Deed,
  origin: Origin = {},
): Promise<AdminProduct> {
  const before = goodsOf(now);
  const changed = difference(before, goods);
  if (!changed) return now;

  const { id } = now;
  await updateProduct(tx, id, goods, await labelsOf(tx, goods));
  if ('images' in changed.after) await replaceImages(tx, id, goods.images);
  if ('variants' in changed.after) await saveVariants(tx, editor, id, goods);
  const product = await getAdminProduct(tx, id);
  // As it was written: new variants have ids by now.
  const written = difference(before, goodsOf(product)) ?? changed;
  await record(tx, editor, {
    action,
    entity: 'product',
    entityId: id,
    before: { ...written.before, version: now.version },
    after: { ...written.after, version: product.version, ...origin },
  });
  return product;
}

async function saveVariants(tx: Db, editor: Editor, id: string, goods: Goods) {
  checkOpening(editor, goods.variants);
  await lockShelf(tx, id);
  const former = await listFormerVariants(tx, id);
  const { variants, returned } = comingBack(goods.variants, former);
  await checkSkus(tx, variants);
  await replaceVariants(tx, id, variants);
  await openShelf(tx, await insertVariants(tx, [{ productId: id, variants }]), messages.openingStock, editor.id);
  // Whoever told no number because it is not theirs to tell finds what was left.
  for (const { variantId, delta } of editor.mayOpenStock ? returned : []) {
    await updateStock(tx, variantId, delta);
    await insertMovement(tx, { variantId, delta, reason: messages.openingStock, actorUserId: editor.id });
  }
}

export async function lockedProduct(tx: Db, id: string) {
  const row = await lockProduct(tx, id);
  if (!row) throw productNotFound();
  return adminProduct(row);
}

async function labelsOf(tx: Db, { category, brand }: Goods) {
  const { categoryId, brandId } = await findLabelIds(tx, { category, brand });
  if (!categoryId) throw invalid([{ field: 'category', message: messages.categoryUnknown }]);
  if (!brandId) throw invalid([{ field: 'brand', message: messages.brandUnknown }]);
  return { categoryId, brandId };
}

/** Pieces are counted in by those who may change stock; everybody else opens an empty shelf. */
function checkOpening({ mayOpenStock }: Editor, variants: VariantGoods[]) {
  if (mayOpenStock || variants.every(({ id, quantity }) => id || !quantity)) return;
  const message = messages.openingStockNotAllowed;
  throw new DomainError('forbidden', 'opening_stock_not_allowed', message, {
    errors: [{ field: 'quantity', message }],
  });
}

async function checkSkus(tx: Db, variants: VariantGoods[]) {
  const skus = variants.map(({ sku }) => sku);
  const taken = await listTakenSkus(
    tx,
    skus,
    variants.flatMap(({ id }) => id ?? []),
  );
  const place = skus.findIndex((sku, index) => taken.includes(sku) || skus.indexOf(sku) < index);
  if (place >= 0) throw invalid([{ field: `variants.${place}.sku`, message: messages.skuTaken }]);
}

/** Two who take the same address or SKU at the same moment pass the checks; the database lets one of them through. */
export async function storing<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (violates(error, 'variants_sku_key')) throw invalid([{ field: 'variants', message: messages.skuTaken }]);
    if (violates(error, 'products_slug_key') || violates(error, 'product_slugs_pkey'))
      throw invalid([{ field: 'slug', message: messages.slugTaken }]);
    throw error;
  }
}

/** The address that was asked for, if it is free; without one the first of those the name gives that is. */
async function freeSlug(tx: Db, asked: string | undefined, name: string, own?: string) {
  if (asked) {
    if ((await listTakenSlugs(tx, [asked], own)).length === 0) return asked;
    throw invalid([{ field: 'slug', message: messages.slugTaken }]);
  }
  const base = slugOf(name).replaceAll(/^-+|-+$/g, '') || 'product';
  const numbered = Array.from({ length: 8 }, (_, place) => `${base}-${place + 2}`);
  const taken = await listTakenSlugs(tx, [base, ...numbered], own);
  return [base, ...numbered].find((slug) => !taken.includes(slug)) ?? `${base}-${randomBytes(4).toString('hex')}`;
}
