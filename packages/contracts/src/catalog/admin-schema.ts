import { z } from 'zod';
import { searchText, unlessEmpty } from '../common/filters.ts';
import { isImageUrl } from '../common/media.ts';
import { Amount, Id, requiredText } from '../common/schema.ts';
import { quantity } from '../inventory/admin-schema.ts';
import { adminProductMessages as messages } from './admin-messages.ts';
import { SEO_DESCRIPTION_MAX, SEO_TITLE_MAX } from './constants.ts';
import { ProductFields, ProductStatus } from './product-fields.ts';

export { ProductStatus };

export const ADMIN_PRODUCTS_SHOWN = 50;
export const UNDO_DAYS = 30;
export { IMAGE_TYPES } from '../media/constants.ts';
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
export const IMAGES_MAX = 12;
export const PAIRINGS_MAX = 8;
const SEARCH_MIN = 2;
const PRICE_MAX = 1_000_000;
/** The URL slug of a product name: lower case, hyphens for spaces, only word characters. */
export const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^\w-]/g, '');

const money = z
  .number(messages.priceTooLow)
  .max(PRICE_MAX, messages.priceTooHigh)
  .multipleOf(0.01, messages.priceNotCents);
const imageUrl = z
  .string(messages.imageRequired)
  .trim()
  .min(1, { error: messages.imageRequired, abort: true })
  .max(2_000, messages.imageNotAllowed)
  .refine(isImageUrl, messages.imageNotAllowed);

const Option = z.strictObject({
  name: requiredText(40, messages.optionInvalid),
  values: z
    .array(requiredText(60, messages.optionInvalid))
    .min(1, messages.optionInvalid)
    .max(50, messages.tooManyOptions),
});
export type Option = z.infer<typeof Option>;

/** With an id it is an existing variant, whose stock is unchanged: `quantity` is only read for a new one. */
const VariantDraft = z.strictObject({
  id: Id.optional(),
  sku: z.string().trim().max(64, messages.skuTooLong).optional(),
  options: z.record(z.string(), z.string().trim()),
  quantity: quantity.default(0),
  priceDifference: z.number().min(-PRICE_MAX).max(PRICE_MAX).multipleOf(0.01, messages.priceNotCents).default(0),
});

/**
 * A product as the form sends it. Fields omitted in an edit are unchanged. `stock` is the switch "in stock"; `quantity`
 * is the opening stock of a product without options, changed later only by `POST /api/admin/stock`.
 */
export const ProductDraft = z
  .strictObject({
    name: requiredText(200, messages.nameRequired, messages.nameTooLong),
    description: requiredText(20_000, messages.descriptionRequired, messages.descriptionTooLong),
    price: money.gt(0, { error: messages.priceTooLow, abort: true }),
    /** 0: no sale price. */
    salePrice: money.min(0, messages.salePriceNegative).default(0),
    category: requiredText(100, messages.categoryRequired),
    brand: requiredText(100, messages.brandRequired),
    stock: z.boolean().default(true),
    quantity: quantity.default(0),
    images: z.array(imageUrl).min(1, messages.imageRequired).max(IMAGES_MAX, messages.tooManyImages),
    slug: z
      .string()
      .regex(/^[\w-]{0,220}$/, messages.slugInvalid)
      .optional(),
    seoTitle: z.string().trim().max(SEO_TITLE_MAX, messages.seoTitleTooLong).optional(),
    seoDescription: z.string().trim().max(SEO_DESCRIPTION_MAX, messages.seoDescriptionTooLong).optional(),
    imageAlts: z.array(z.string().trim().max(300, messages.altTooLong)).max(IMAGES_MAX).optional(),
    tags: z.array(requiredText(40, messages.tagTooLong)).max(30, messages.tooManyTags).optional(),
    specifications: z
      .record(requiredText(100, messages.specificationInvalid), requiredText(500, messages.specificationInvalid))
      .refine((map) => Object.keys(map).length <= 50, messages.tooManySpecifications)
      .optional(),
    options: z.array(Option).max(3, messages.tooManyOptions).optional(),
    variants: z.array(VariantDraft).max(100, messages.tooManyVariants).optional(),
    /** Products shown under "Pairs well with", each by its URL slug or one of its SKUs. */
    pairings: z.array(requiredText(220, messages.slugInvalid)).max(PAIRINGS_MAX, messages.tooManyPairings).optional(),
    status: ProductStatus.exclude(['deleted']).optional(),
    /** Optimistic concurrency: if there is a newer version, nothing is saved and its changes are returned. */
    version: z.number().int().positive().optional(),
  })
  .superRefine((draft, context) => {
    for (const { path, message } of findContradictions(draft)) context.addIssue({ code: 'custom', path, message });
  });
export type ProductDraft = z.output<typeof ProductDraft>;
export type ProductInput = z.input<typeof ProductDraft>;

type Contradiction = { path: (string | number)[]; message: string };
type CheckedFields = Pick<ProductDraft, 'price' | 'salePrice' | 'options' | 'variants'>;

/** Errors between fields that are each valid. */
export function findContradictions({ price, salePrice, options = [], variants }: CheckedFields): Contradiction[] {
  const issues: Contradiction[] = [];
  if (salePrice > 0 && salePrice >= price) issues.push({ path: ['salePrice'], message: messages.salePriceTooHigh });
  const names = options.map(({ name }) => name);
  if (hasDuplicates(names) || options.some(({ values }) => hasDuplicates(values)))
    issues.push({ path: ['options'], message: messages.optionTwice });
  if (!variants) return issues;

  const choices = variants.map((variant) => names.map((name) => variant.options[name]));
  const fits = variants.every((variant) => Object.keys(variant.options).length === names.length);
  if (!fits || choices.some((choice) => choice.some((value, place) => !options[place]?.values.includes(value ?? ''))))
    issues.push({ path: ['variants'], message: messages.variantMismatch });
  else if (hasDuplicates(choices.map((choice) => JSON.stringify(choice))))
    issues.push({ path: ['variants'], message: messages.variantTwice });
  if (variants.length === 0) issues.push({ path: ['variants'], message: messages.noVariants });
  for (const [place, { priceDifference }] of variants.entries())
    if ((salePrice || price) + priceDifference <= 0)
      issues.push({ path: ['variants', place, 'priceDifference'], message: messages.variantTooCheap });
  return issues;
}

const hasDuplicates = (texts: string[]) => new Set(texts).size < texts.length;

export const AdminVariant = z.object({
  id: Id,
  sku: z.string(),
  options: z.record(z.string(), z.string()),
  priceDifference: Amount,
  /** Available units. */
  quantity: z.number().int(),
});
export type AdminVariant = z.infer<typeof AdminVariant>;

/** A product with its data for staff. */
export const AdminProduct = z.object({
  id: Id,
  version: z.number().int(),
  ...ProductFields.shape,
  options: z.array(Option),
  variants: z.array(AdminVariant),
  /** In any status; the storefront shows those that are published. */
  pairings: z.array(z.object({ slug: z.string(), name: z.string() })).default([]),
  quantity: z.number().int(),
  inStock: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AdminProduct = z.infer<typeof AdminProduct>;

/**
 * Stock level: `in` and `out` as shown in the list; `low` if a variant on sale is at or below the low stock threshold
 * of the store settings, including out of stock.
 */
const StockLevel = z.enum(['in', 'low', 'out']);
export type StockLevel = z.infer<typeof StockLevel>;

/** A minus is descending order. `price` is the current one, `quantity` the available units of all variants. */
const SORT_KEYS = ['name', 'price', 'quantity', 'updated', 'created'] as const;
const ProductSort = z.enum([...SORT_KEYS, ...SORT_KEYS.map((key) => `-${key}` as const)]);
export type ProductSort = z.infer<typeof ProductSort>;

/** Newest first by default. `after` is the id of the last product of the previous page. */
export const AdminProductQuery = z.strictObject({
  q: unlessEmpty(searchText(SEARCH_MIN)),
  category: unlessEmpty(z.string().max(100)),
  brand: unlessEmpty(z.string().max(100)),
  status: unlessEmpty(ProductStatus),
  stock: unlessEmpty(StockLevel),
  sort: unlessEmpty(ProductSort),
  after: unlessEmpty(Id),
});
export type AdminProductQuery = z.infer<typeof AdminProductQuery>;

/** A row of the product list. */
export const ProductSummary = AdminProduct.pick({
  id: true,
  name: true,
  slug: true,
  brand: true,
  category: true,
  price: true,
  salePrice: true,
  status: true,
  quantity: true,
  inStock: true,
}).extend({ image: z.string().nullable() });
export type ProductSummary = z.infer<typeof ProductSummary>;

/** A product change in the audit log. */
export const ProductChange = z.object({
  id: Id,
  action: z.string(),
  who: z.string().nullable(),
  at: z.iso.datetime(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  undoable: z.boolean(),
});
export type ProductChange = z.infer<typeof ProductChange>;

export const UndoRequest = z.strictObject({ changeId: Id });

/** Response to a deletion: `changeId` is used to undo it. */
export const DeletedProduct = z.object({ id: Id, name: z.string(), changeId: Id });
