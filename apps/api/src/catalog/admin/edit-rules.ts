import { createHash } from 'node:crypto';
import { adminProductMessages as messages, type ProductField } from '@shop/contracts/catalog/admin-messages';
import {
  type AdminProduct,
  findContradictions,
  type Option,
  type ProductDraft,
  type ProductState,
  slugOf,
} from '@shop/contracts/catalog/admin-schema';
import { problemMessages } from '@shop/contracts/common/messages';
import { DomainError } from '#platform/errors.ts';

export type VariantSnapshot = {
  id?: string;
  sku: string;
  options: Record<string, string>;
  priceDifference: number;
  /** Opening stock of a new variant. */
  quantity?: number;
};

/** Editable fields of a product: what an edit changes, the audit log records and an undo restores. No quantities. */
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

/** The product as the draft requests it, under this slug. Fields missing in the draft keep their current values. */
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

const FIELDS = Object.keys(messages.fieldNames) as ProductField[];

/** The changed fields before and after; undefined if nothing changed. */
export function diffSnapshots(before: ProductSnapshot, after: ProductSnapshot) {
  const changed = FIELDS.filter((field) => !isSame(before[field], after[field]));
  const pickChanged = (snapshot: ProductSnapshot) =>
    Object.fromEntries(changed.map((field) => [field, snapshot[field]]));
  return changed.length > 0 ? { before: pickChanged(before), after: pickChanged(after) } : undefined;
}

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
  Object.fromEntries(FIELDS.filter((field) => field in snapshot).map((field) => [field, snapshot[field]]));

export const isSame = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** PostgreSQL's jsonb does not preserve the order of keys. */
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

/** Optimistic concurrency: the error for a stale edit, with the fields changed since, their values and the editors. */
export function editConflict(changes: Change[], current: ProductSnapshot) {
  const fields = FIELDS.filter((field) => changes.some(({ after }) => after && field in after));
  const who =
    [...new Set(changes.map((change) => change.who ?? messages.unknownUser))].join(', ') || messages.unknownUser;
  const names = fields.map((field) => messages.fieldNames[field]);
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
