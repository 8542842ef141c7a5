import { createHash } from 'node:crypto';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import {
  type AdminProduct,
  type AdminVariant,
  findContradictions,
  type ProductDraft,
  type ProductSummary,
  slugOf,
} from '@shop/contracts/catalog/admin-schema';
import { EMPTY_PRODUCT, ProductFields } from '@shop/contracts/catalog/product-fields';
import { problemMessages } from '@shop/contracts/common/messages';
import { type Cents, toAmount } from '@shop/contracts/common/money';
import type { Effect } from '@shop/contracts/effects/schema';
import { isSame } from '#platform/changes.ts';
import { DomainError } from '#platform/errors.ts';
import { toIso } from '#platform/timestamps.ts';

/** Columns that store a field in another form. All others have the name and the value of their field. */
type ConvertedColumns = { priceCents: Cents; salePriceCents: Cents | null; sellable: boolean };

type SummaryRow = Omit<ProductSummary, 'price' | 'salePrice' | 'inStock'> & ConvertedColumns;

export const productSummary = ({ priceCents, salePriceCents, sellable, ...row }: SummaryRow): ProductSummary => ({
  ...row,
  price: toAmount(priceCents),
  salePrice: toAmount(salePriceCents ?? 0),
  inStock: sellable && row.quantity > 0,
});

type ConvertedFields =
  | 'price'
  | 'salePrice'
  | 'stock'
  | 'images'
  | 'imageAlts'
  | 'variants'
  | 'quantity'
  | 'inStock'
  | 'createdAt'
  | 'updatedAt';
type JoinedRows = {
  images: { url: string; alt: string }[];
  variants: (Omit<AdminVariant, 'priceDifference'> & { priceDifferenceCents: Cents })[];
  createdAt: Date;
  updatedAt: Date;
};
type AdminProductRow = Omit<AdminProduct, ConvertedFields> & ConvertedColumns & JoinedRows;

export function adminProduct({ priceCents, salePriceCents, sellable, ...row }: AdminProductRow): AdminProduct {
  const quantity = row.variants.reduce((sum, variant) => sum + variant.quantity, 0);
  return {
    ...row,
    price: toAmount(priceCents),
    salePrice: toAmount(salePriceCents ?? 0),
    stock: sellable,
    images: row.images.map(({ url }) => url),
    imageAlts: row.images.map(({ alt }) => alt),
    variants: row.variants.map(({ priceDifferenceCents, ...variant }) => ({
      ...variant,
      priceDifference: toAmount(priceDifferenceCents),
    })),
    quantity,
    inStock: sellable && quantity > 0,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}

export type VariantSnapshot = {
  id?: string;
  sku: string;
  options: Record<string, string>;
  priceDifference: number;
  /** Opening stock of a new variant. */
  quantity?: number;
};

/** What an edit changes, the audit log records and an undo restores. No quantities. */
export type ProductSnapshot = Omit<ProductFields, 'images' | 'imageAlts'> & {
  images: { url: string; alt: string }[];
  variants: VariantSnapshot[];
  /** Slugs. */
  pairings: string[];
};

export function snapshotOf(product: AdminProduct): ProductSnapshot {
  const { images, imageAlts, ...fields } = ProductFields.parse(product);
  return {
    ...fields,
    images: images.map((url, place) => ({ url, alt: imageAlts[place] ?? '' })),
    variants: product.variants.map(({ quantity: _, ...variant }) => variant),
    pairings: product.pairings.map(({ slug }) => slug),
  };
}

const { images: _images, imageAlts: _imageAlts, ...EMPTY_FIELDS } = EMPTY_PRODUCT;

/** The product as the draft requests it, under this slug. Fields missing in the draft keep their current values. */
export function applyDraft(draft: ProductDraft, slug: string, current?: ProductSnapshot): ProductSnapshot {
  const { images, imageAlts, variants, quantity, ...fields } = draft;
  const altOf = (url: string, place: number) =>
    imageAlts?.[place] ?? current?.images.find((image) => image.url === url)?.alt ?? '';
  const defaultVariants: VariantSnapshot[] = [{ sku: '', options: {}, quantity, priceDifference: 0 }];
  const snapshot: ProductSnapshot = {
    ...EMPTY_FIELDS,
    pairings: [],
    ...current,
    ...pickFields(fields),
    slug,
    images: images.map((url, place) => ({ url, alt: altOf(url, place) })),
    tags: [...new Set(fields.tags ?? current?.tags ?? [])],
    variants: (variants ?? current?.variants ?? defaultVariants).map((variant) => ({
      ...variant,
      sku: variant.sku || skuOf(slug, Object.values(variant.options)),
    })),
  };
  const problems = contradictionsIn(snapshot);
  if (problems.length > 0) throw invalid(problems.map(({ path, message }) => ({ field: path.join('.'), message })));
  const ownIds = new Set(current?.variants.map(({ id }) => id));
  if (snapshot.variants.some(({ id }) => id && !ownIds.has(id)))
    throw invalid([{ field: 'variants', message: messages.variantUnknown }]);
  return snapshot;
}

export const contradictionsIn = (snapshot: ProductSnapshot) =>
  findContradictions({ ...snapshot, variants: snapshot.variants.map((one) => ({ quantity: 0, ...one })) });

export type ArchivedVariant = { id: string; options: Record<string, string>; available: number };

/** A new variant with the option values of an archived one restores that variant, with the requested quantity. */
export function restoreArchivedVariants(variants: VariantSnapshot[], archived: ArchivedVariant[]) {
  const usedIds = new Set(variants.map(({ id }) => id));
  const restored: { variantId: string; delta: number }[] = [];
  const matched = variants.map((variant) => {
    const same = archived.find(({ id, options }) => !usedIds.has(id) && isSame(options, variant.options));
    if (variant.id || !same) return variant;
    const delta = (variant.quantity ?? 0) - same.available;
    if (delta !== 0) restored.push({ variantId: same.id, delta });
    return { ...variant, id: same.id };
  });
  return { variants: matched, restored };
}

const SKU_MAX = 64;

/** A long SKU is truncated and gets a hash suffix to stay unique. */
function skuOf(slug: string, values: string[]) {
  const text = [slug, ...values.map(slugOf)].join('-').toUpperCase();
  if (text.length <= SKU_MAX) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase();
  return `${text.slice(0, SKU_MAX - 9)}-${hash}`;
}

/** Complete by its type: a field without a label would not be saved or undone. */
const FIELD_NAMES: Record<keyof ProductSnapshot, string> = messages.fieldNames;
const FIELDS = Object.keys(FIELD_NAMES) as (keyof ProductSnapshot)[];

/** The product without one change; undefined if one of its fields has been changed again since. */
export function revertChange(
  current: ProductSnapshot,
  before: Partial<ProductSnapshot>,
  after: Partial<ProductSnapshot>,
): ProductSnapshot | undefined {
  const isUntouched = FIELDS.every((field) => !(field in after) || isSame(current[field], after[field]));
  return isUntouched ? { ...current, ...pickFields(before) } : undefined;
}

const pickFields = (snapshot: Partial<ProductSnapshot>): Partial<ProductSnapshot> =>
  Object.fromEntries(FIELDS.filter((field) => snapshot[field] !== undefined).map((field) => [field, snapshot[field]]));

export const invalid = (errors: { field: string; message: string }[]) =>
  new DomainError('invalid', 'invalid', errors[0]?.message ?? problemMessages.invalid, { errors });

type Change = { who: string | null; after: object | null };

/** Optimistic concurrency: the error for a stale edit, with the fields changed since, their values and the editors. */
export function editConflict(changes: Change[], current: ProductSnapshot) {
  const fields = FIELDS.filter((field) => changes.some(({ after }) => after && field in after));
  const who =
    [...new Set(changes.map((change) => change.who ?? messages.unknownUser))].join(', ') || messages.unknownUser;
  const names = fields.map((field) => FIELD_NAMES[field]);
  return new DomainError('conflict', 'edit_conflict', messages.editConflict(who, names), {
    errors: fields.map((field) => ({ field, message: messages.currentValue(formatValue(current[field])) })),
  });
}

const formatValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .filter(([key]) => key !== 'id')
    .map(([key, part]) => `${key} ${formatValue(part)}`)
    .join(' ');
};

/** What saving a product does, except for its stock. A product whose prices alone change is not also updated. */
export function effectsOfChange(before: ProductSnapshot, after: ProductSnapshot): Effect[] {
  const isUpdated = !isSame(withoutPrices(before), withoutPrices(after));
  const change = statusChange(before, after) ?? (isUpdated ? 'updated' : undefined);
  const prices = countPriceChanges(before, after);
  return [
    ...(change ? [{ kind: 'product', change, count: 1 } as const] : []),
    ...(prices > 0 ? [{ kind: 'price', count: prices } as const] : []),
  ];
}

function statusChange({ status: before }: ProductSnapshot, { status: after }: ProductSnapshot) {
  if (before === after) return undefined;
  if (after === 'deleted') return 'deleted';
  return before === 'deleted' ? 'restored' : undefined;
}

/** Whether it is in the store no longer. */
export const leavesStore = (before: { status: string }, after: { status: string }) =>
  before.status === 'published' && after.status !== 'published';

const withoutPrices = ({ price: _price, salePrice: _salePrice, variants, ...others }: ProductSnapshot) => ({
  ...others,
  variants: variants.map(({ priceDifference: _difference, ...variant }) => variant),
});

/** Prices of variants that are added or removed do not count. */
function countPriceChanges(before: ProductSnapshot, after: ProductSnapshot) {
  const differences = new Map(before.variants.map(({ id, priceDifference }) => [id, priceDifference]));
  const changed = after.variants.filter(({ id, priceDifference }) => {
    const previous = id === undefined ? undefined : differences.get(id);
    return previous !== undefined && previous !== priceDifference;
  });
  return Number(before.price !== after.price) + Number(before.salePrice !== after.salePrice) + changed.length;
}
