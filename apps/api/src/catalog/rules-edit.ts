import { createHash } from 'node:crypto';
import {
  type AdminProduct,
  findContradictions,
  type Option,
  type ProductDraft,
  type ProductState,
  slugOf,
} from '@shop/contracts/admin-products';
import { adminProductMessages as messages, type ProductField } from '@shop/contracts/admin-products-texts';
import { problemMessages } from '@shop/contracts/problem';
import { DomainError } from '#platform/errors.ts';

export type VariantSnapshot = {
  id?: string;
  sku: string;
  options: Record<string, string>;
  priceDifference: number;
  /** The opening number of a new one. */
  quantity?: number;
};

/** All of a product that people decide on: what an edit changes, the log tells and an undo brings back. No stock. */
export type ProductSnapshot = {
  name: string;
  slug: string;
  description: string;
  price: number;
  salePrice: number;
  category: string;
  brand: string;
  stock: boolean;
  status: ProductState;
  images: { url: string; alt: string }[];
  tags: string[];
  specifications: Record<string, string>;
  options: Option[];
  variants: VariantSnapshot[];
};

export const snapshotOf = (product: AdminProduct): ProductSnapshot => ({
  name: product.name,
  slug: product.slug,
  description: product.description,
  price: product.price,
  salePrice: product.salePrice,
  category: product.category,
  brand: product.brand,
  stock: product.stock,
  status: product.status,
  images: product.images.map((url, place) => ({ url, alt: product.imageAlts[place] ?? '' })),
  tags: product.tags,
  specifications: product.specifications,
  options: product.options,
  variants: product.variants.map(({ quantity: _, ...variant }) => variant),
});

/** The goods a draft asks for, under this address. What the draft leaves out stays as it is now. */
export function applyDraft(draft: ProductDraft, slug: string, current?: ProductSnapshot): ProductSnapshot {
  const { name, description, price, salePrice, category, brand, stock } = draft;
  const options = draft.options ?? current?.options ?? [];
  const defaultVariants: VariantSnapshot[] = [{ sku: '', options: {}, quantity: draft.quantity, priceDifference: 0 }];
  const snapshot: ProductSnapshot = {
    name,
    slug,
    description,
    price,
    salePrice,
    category,
    brand,
    stock,
    status: draft.status ?? current?.status ?? 'published',
    images: draft.images.map((url, place) => ({
      url,
      alt: draft.imageAlts?.[place] ?? current?.images.find((image) => image.url === url)?.alt ?? '',
    })),
    tags: [...new Set(draft.tags ?? current?.tags ?? [])],
    specifications: draft.specifications ?? current?.specifications ?? {},
    options,
    variants: (draft.variants ?? current?.variants ?? defaultVariants).map((variant) => ({
      ...variant,
      sku: variant.sku || skuOf(slug, Object.values(variant.options)),
    })),
  };
  const problems = findContradictions({
    ...snapshot,
    variants: snapshot.variants.map((one) => ({ quantity: 0, ...one })),
  });
  if (problems.length > 0) throw invalid(problems.map(({ path, message }) => ({ field: path.join('.'), message })));
  const ownIds = new Set(current?.variants.map(({ id }) => id));
  if (snapshot.variants.some(({ id }) => id && !ownIds.has(id)))
    throw invalid([{ field: 'variants', message: messages.variantUnknown }]);
  return snapshot;
}

export type ArchivedVariant = { id: string; options: Record<string, string>; available: number };

/** A variant with the values of a former one is that one again: it comes back, and with as many pieces as were told. */
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

/** Long ones keep their beginning, and a few signs that tell them apart. */
function skuOf(slug: string, values: string[]) {
  const text = [slug, ...values.map(slugOf)].join('-').toUpperCase();
  if (text.length <= SKU_MAX) return text;
  const sign = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase();
  return `${text.slice(0, SKU_MAX - 9)}-${sign}`;
}

const FIELDS = Object.keys(messages.fieldNames) as ProductField[];

/** What of the goods is not the same: as it was, and as it is. Undefined where nothing changed. */
export function diffSnapshots(before: ProductSnapshot, after: ProductSnapshot) {
  const changed = FIELDS.filter((field) => !isSame(before[field], after[field]));
  const pickChanged = (snapshot: ProductSnapshot) =>
    Object.fromEntries(changed.map((field) => [field, snapshot[field]]));
  return changed.length > 0 ? { before: pickChanged(before), after: pickChanged(after) } : undefined;
}

/** The goods without one change; undefined where somebody has changed the same thing again since. */
export function revertChange(
  current: ProductSnapshot,
  before: Partial<ProductSnapshot>,
  after: Partial<ProductSnapshot>,
): ProductSnapshot | undefined {
  const isUntouched = FIELDS.every((field) => !(field in after) || isSame(current[field], after[field]));
  return isUntouched ? { ...current, ...pickFields(before) } : undefined;
}

const pickFields = (snapshot: Partial<ProductSnapshot>): Partial<ProductSnapshot> =>
  Object.fromEntries(FIELDS.filter((field) => field in snapshot).map((field) => [field, snapshot[field]]));

export const isSame = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** The database keeps the fields of its JSON in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => [key, sorted(part)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

export const invalid = (errors: { field: string; message: string }[]) =>
  new DomainError('invalid', 'invalid', errors[0]?.message ?? problemMessages.invalid, { errors });

type Change = { who: string | null; after: object | null };

/** Tells the second of two editors what the first has made of the fields in the meantime, and who it was. */
export function editConflict(changes: Change[], current: ProductSnapshot) {
  const fields = FIELDS.filter((field) => changes.some(({ after }) => after && field in after));
  const who =
    [...new Set(changes.map((change) => change.who ?? messages.unknownUser))].join(', ') || messages.unknownUser;
  const names = fields.map((field) => messages.fieldNames[field]);
  return new DomainError('conflict', 'edit_conflict', messages.editConflict(who, names), {
    errors: fields.map((field) => ({ field, message: messages.nowReads(formatValue(current[field])) })),
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
