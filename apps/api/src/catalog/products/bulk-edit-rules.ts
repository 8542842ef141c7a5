import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { type AdminProduct, findContradictions } from '@shop/contracts/catalog/admin-schema';
import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import type { BulkEditProduct, ProductBatchChange } from '@shop/contracts/catalog/bulk-edit-schema';
import { changesOf } from '#platform/changes.ts';
import { type ProductSnapshot, revertChange, snapshotOf } from './edit-rules.ts';

export type BatchChange = {
  id: string;
  productId: string;
  action: 'product.update' | 'stock.adjust';
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** The only variant of a product without options. */
const onlyVariantOf = ({ options, variants }: AdminProduct) =>
  options.length === 0 && variants.length === 1 ? variants[0] : undefined;

export const bulkEditProduct = (product: AdminProduct): BulkEditProduct => ({
  id: product.id,
  version: product.version,
  name: product.name,
  price: product.price,
  salePrice: product.salePrice,
  status: product.status,
  category: product.category,
  quantity: product.quantity,
  image: product.images[0] ?? null,
  hasOptions: onlyVariantOf(product) === undefined,
});

/** What a batch, or its undo, does to one product. */
export type Plan = { current: AdminProduct; snapshot: ProductSnapshot; stock?: { variantId: string; delta: number } };

export function planChange(change: ProductBatchChange, current: AdminProduct): Plan {
  const before = snapshotOf(current);
  const variant = onlyVariantOf(current);
  const delta = change.quantity ? change.quantity.to - change.quantity.from : 0;
  return {
    current,
    snapshot: {
      ...before,
      price: change.price ?? before.price,
      salePrice: change.salePrice ?? before.salePrice,
      status: change.status ?? before.status,
      category: change.category ?? before.category,
    },
    ...(variant && delta !== 0 && { stock: { variantId: variant.id, delta } }),
  };
}

export const hasEffect = ({ current, snapshot, stock }: Plan) =>
  stock !== undefined || changesOf(snapshotOf(current), snapshot) !== undefined;

type CellError = { field: keyof ProductBatchChange; message: string };

export function findErrors(change: ProductBatchChange, plan: Plan, knownCategories: ReadonlySet<string>): CellError[] {
  const errors: CellError[] = [];
  if (change.price !== undefined || change.salePrice !== undefined) errors.push(...findPriceErrors(plan.snapshot));
  if (change.category !== undefined && !knownCategories.has(change.category))
    errors.push({ field: 'category', message: adminProductMessages.categoryUnknown });
  if (change.quantity && !onlyVariantOf(plan.current))
    errors.push({ field: 'quantity', message: messages.stockOfVariants });
  return errors;
}

/** A variant whose price would be 0 or less is an error of the price that its difference is added to. */
function findPriceErrors(snapshot: ProductSnapshot): CellError[] {
  const variants = snapshot.variants.map((variant) => ({ quantity: 0, ...variant }));
  return findContradictions({ ...snapshot, variants }).flatMap(({ path, message }): CellError[] => {
    if (path[0] === 'salePrice') return [{ field: 'salePrice', message }];
    if (path.at(-1) !== 'priceDifference') return [];
    return [{ field: snapshot.salePrice > 0 ? 'salePrice' : 'price', message }];
  });
}

/** The product without one change of a batch; undefined if what the batch changed was changed again since. */
export function planUndo({ action, before, after }: BatchChange, current: AdminProduct): Plan | undefined {
  if (action === 'product.update') {
    const snapshot = revertChange(snapshotOf(current), before, after);
    return snapshot && findPriceErrors(snapshot).length === 0 ? { current, snapshot } : undefined;
  }
  const variant = onlyVariantOf(current);
  const delta = Number(before.quantity) - Number(after.quantity);
  return variant && variant.sku === after.sku
    ? { current, snapshot: snapshotOf(current), stock: { variantId: variant.id, delta } }
    : undefined;
}
