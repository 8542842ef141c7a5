import { createHash } from 'node:crypto';
import {
  type AdminProduct,
  contradictions,
  type Option,
  type ProductDraft,
  type ProductState,
  slugOf,
} from '@shop/contracts/admin-products';
import { adminProductMessages as messages, type ProductField } from '@shop/contracts/admin-products-texts';
import { problemMessages } from '@shop/contracts/problem';
import { DomainError } from '#platform/errors.ts';

export type VariantGoods = {
  id?: string;
  sku: string;
  options: Record<string, string>;
  priceDifference: number;
  /** The opening number of a new one. */
  quantity?: number;
};

/** All of a product that people decide on: what an edit changes, the log tells and an undo brings back. No stock. */
export type Goods = {
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
  variants: VariantGoods[];
};

export const goodsOf = (product: AdminProduct): Goods => ({
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
export function wanted(draft: ProductDraft, slug: string, now?: Goods): Goods {
  const { name, description, price, salePrice, category, brand, stock } = draft;
  const options = draft.options ?? now?.options ?? [];
  const plain: VariantGoods[] = [{ sku: '', options: {}, quantity: draft.quantity, priceDifference: 0 }];
  const goods: Goods = {
    name,
    slug,
    description,
    price,
    salePrice,
    category,
    brand,
    stock,
    status: draft.status ?? now?.status ?? 'published',
    images: draft.images.map((url, place) => ({
      url,
      alt: draft.imageAlts?.[place] ?? now?.images.find((image) => image.url === url)?.alt ?? '',
    })),
    tags: [...new Set(draft.tags ?? now?.tags ?? [])],
    specifications: draft.specifications ?? now?.specifications ?? {},
    options,
    variants: (draft.variants ?? now?.variants ?? plain).map((variant) => ({
      ...variant,
      sku: variant.sku || skuOf(slug, Object.values(variant.options)),
    })),
  };
  const wrong = contradictions({ ...goods, variants: goods.variants.map((one) => ({ quantity: 0, ...one })) });
  if (wrong.length > 0) throw invalid(wrong.map(({ path, message }) => ({ field: path.join('.'), message })));
  const own = new Set(now?.variants.map(({ id }) => id));
  if (goods.variants.some(({ id }) => id && !own.has(id)))
    throw invalid([{ field: 'variants', message: messages.variantUnknown }]);
  return goods;
}

export type Former = { id: string; options: Record<string, string>; available: number };

/** A variant with the values of a former one is that one again: it comes back, and with as many pieces as were told. */
export function comingBack(variants: VariantGoods[], former: Former[]) {
  const kept = new Set(variants.map(({ id }) => id));
  const returned: { variantId: string; delta: number }[] = [];
  const known = variants.map((variant) => {
    const same = former.find(({ id, options }) => !kept.has(id) && isSame(options, variant.options));
    if (variant.id || !same) return variant;
    const delta = (variant.quantity ?? 0) - same.available;
    if (delta !== 0) returned.push({ variantId: same.id, delta });
    return { ...variant, id: same.id };
  });
  return { variants: known, returned };
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
export function difference(before: Goods, after: Goods) {
  const changed = FIELDS.filter((field) => !isSame(before[field], after[field]));
  const part = (goods: Goods) => Object.fromEntries(changed.map((field) => [field, goods[field]]));
  return changed.length > 0 ? { before: part(before), after: part(after) } : undefined;
}

/** The goods without one change; undefined where somebody has changed the same thing again since. */
export function without(now: Goods, before: Partial<Goods>, after: Partial<Goods>): Goods | undefined {
  const untouched = FIELDS.every((field) => !(field in after) || isSame(now[field], after[field]));
  return untouched ? { ...now, ...pick(before) } : undefined;
}

const pick = (goods: Partial<Goods>): Partial<Goods> =>
  Object.fromEntries(FIELDS.filter((field) => field in goods).map((field) => [field, goods[field]]));

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
export function changedMeanwhile(changes: Change[], now: Goods) {
  const fields = FIELDS.filter((field) => changes.some(({ after }) => after && field in after));
  const who = [...new Set(changes.map((change) => change.who ?? messages.somebody))].join(', ') || messages.somebody;
  const names = fields.map((field) => messages.fieldNames[field]);
  return new DomainError('conflict', 'changed_meanwhile', messages.changedMeanwhile(who, names), {
    errors: fields.map((field) => ({ field, message: messages.nowReads(inWords(now[field])) })),
  });
}

const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .filter(([key]) => key !== 'id')
    .map(([key, part]) => `${key} ${inWords(part)}`)
    .join(' ');
};
