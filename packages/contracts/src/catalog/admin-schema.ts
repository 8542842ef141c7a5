import { z } from 'zod';
import { after, searchText, unlessEmpty } from '../common/filters.ts';
import { isImageUrl } from '../common/media.ts';
import { recordOf } from '../common/record-of.ts';
import { Amount, Id, Moment, requiredText } from '../common/schema.ts';
import { hasTooManyMarks } from '../content/markdown-limits.ts';
import { quantity } from '../inventory/admin-schema.ts';
import { adminProductMessages as messages } from './admin-messages.ts';
import {
  OPTIONAL_TEXT_MAX,
  OPTIONAL_TEXTS,
  type OptionalText,
  OptionalTexts,
  ProductFields,
  ProductStatus,
} from './product-fields.ts';

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

const optionalText = (name: OptionalText) => {
  const [max, label] = [OPTIONAL_TEXT_MAX[name], messages.fieldNames[name]];
  const text = z.string().trim().max(max, messages.textTooLong(label, max));
  return text.optional().describe(OptionalTexts.shape[name].description ?? '');
};

const Option = z.strictObject({
  name: requiredText(40, messages.optionInvalid).describe(
    'Unique in the product. A name with the word size, waist or length makes it the size in reviews.',
  ),
  values: z
    .array(requiredText(60, messages.optionInvalid))
    .min(1, messages.optionInvalid)
    .max(50, messages.tooManyOptions)
    .describe('Each once, in the order in which they are offered.'),
});
export type Option = z.infer<typeof Option>;

const VariantDraft = z.strictObject({
  id: Id.optional().describe(
    'An existing variant of the product. Without it, a new one, or the removed one with the same option values.',
  ),
  sku: z
    .string()
    .trim()
    .max(64, messages.skuTooLong)
    .optional()
    .describe('Unique in the store. Empty: derived from the slug and the option values.'),
  options: z
    .record(z.string(), z.string().trim())
    .describe('One value of each option of the product, by the option’s name.'),
  quantity: quantity
    .default(0)
    .describe('Opening stock of a new variant, 0 without the permission `stock.write`. Not read for an existing one.'),
  priceDifference: z
    .number()
    .min(-PRICE_MAX)
    .max(PRICE_MAX)
    .multipleOf(0.01, messages.priceNotCents)
    .default(0)
    .describe('Added to the current price of the product; the sum must be above 0.'),
});

export const ProductDraft = z
  .strictObject({
    name: requiredText(200, messages.nameRequired, messages.nameTooLong).describe(
      'A changed name changes the slug too, unless one is given. Orders keep the previous name.',
    ),
    description: requiredText(20_000, messages.descriptionRequired, messages.descriptionTooLong)
      .refine((text) => !hasTooManyMarks(text), messages.descriptionMarks)
      .describe('Paragraphs, lists, headings, bold, italic and links in Markdown; anything else is shown as typed.'),
    price: money
      .gt(0, { error: messages.priceTooLow, abort: true })
      .describe('The regular price in the currency of the store, to which variants add their differences.'),
    salePrice: money
      .min(0, messages.salePriceNegative)
      .default(0)
      .describe('What shoppers pay instead of `price`, lower than it; 0: no sale price.'),
    category: requiredText(100, messages.categoryRequired).describe(
      'The name of an existing category, or a previous one.',
    ),
    brand: requiredText(100, messages.brandRequired).describe('The name of an existing brand, or a previous one.'),
    stock: z
      .boolean()
      .default(true)
      .describe('The switch “In stock”: switched off, the product can’t be bought, however many units there are.'),
    quantity: quantity
      .default(0)
      .describe(
        'Opening stock of a new product without `variants`, 0 without the permission `stock.write`. Not read in an edit: stock is adjusted by an operation of its own.',
      ),
    images: z
      .array(imageUrl)
      .min(1, messages.imageRequired)
      .max(IMAGES_MAX, messages.tooManyImages)
      .describe(
        'The main image first: paths of uploaded images, and `https://` URLs on public host names without port and password.',
      ),
    slug: z
      .string()
      .regex(/^[\w-]{0,220}$/, messages.slugInvalid)
      .optional()
      .describe('Empty or omitted: derived from the name; in an edit, unchanged as long as the name is.'),
    ...recordOf(OPTIONAL_TEXTS, optionalText),
    imageAlts: z
      .array(z.string().trim().max(300, messages.altTooLong))
      .max(IMAGES_MAX)
      .optional()
      .describe('Alt texts in the order of `images`. An image without one keeps the text that it has.'),
    tags: z
      .array(requiredText(40, messages.tagTooLong))
      .max(30, messages.tooManyTags)
      .optional()
      .describe('For filters, search and rules of collections. Duplicates are dropped.'),
    specifications: z
      .record(requiredText(100, messages.specificationInvalid), requiredText(500, messages.specificationInvalid))
      .refine((map) => Object.keys(map).length <= 50, messages.tooManySpecifications)
      .optional()
      .describe('The value of each by its name, up to 50. The product page shows `Care` in a section of its own.'),
    options: z
      .array(Option)
      .max(3, messages.tooManyOptions)
      .optional()
      .describe('What shoppers choose a variant by. Every variant needs a value of each.'),
    variants: z
      .array(VariantDraft)
      .max(100, messages.tooManyVariants)
      .optional()
      .describe(
        'All variants in display order, each with other option values. One that an edit leaves out can no longer be bought.',
      ),
    pairings: z
      .array(requiredText(220, messages.slugInvalid))
      .max(PAIRINGS_MAX, messages.tooManyPairings)
      .optional()
      .describe('Products shown under “Pairs well with”, in this order, each by its slug or one of its SKUs.'),
    status: ProductStatus.exclude(['deleted'])
      .optional()
      .describe('Omitted for a new product: `published`. Deleting is an operation of its own.'),
    version: z
      .number()
      .int()
      .positive()
      .optional()
      .describe(
        'The version that an edit is based on: if there is a newer one, nothing is saved, and the error names the changed fields. Omitted: the last save wins.',
      ),
  })
  .superRefine((draft, context) => {
    for (const { path, message } of findContradictions(draft)) context.addIssue({ code: 'custom', path, message });
  })
  .meta({
    id: 'ProductDraft',
    description:
      'A product to be created or edited. Fields that an edit omits are unchanged, except `salePrice` and `stock`, which get their defaults.',
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

export const AdminVariant = z
  .object({
    id: Id,
    sku: z.string().describe('Unique in the store.'),
    options: z
      .record(z.string(), z.string())
      .describe('Its value of each option, by the option’s name, in the order of the options of the product.'),
    priceDifference: Amount.describe('Added to the price and the sale price of the product; may be negative.'),
    quantity: z.number().int().describe('Available units: neither reserved nor sold.'),
  })
  .meta({ id: 'AdminVariant', description: 'A variant as staff edit it.' });
export type AdminVariant = z.infer<typeof AdminVariant>;

export const AdminProduct = z
  .object({
    id: Id,
    version: z.number().int().describe('Increases with every edit. Send it with the next edit to detect conflicts.'),
    ...ProductFields.shape,
    options: z.array(Option).describe('What shoppers choose a variant by; empty for a product that has only one.'),
    variants: z.array(AdminVariant).describe('In display order, without removed ones.'),
    pairings: z
      .array(
        z.object({
          slug: z.string().describe('The current slug of the other product.'),
          name: z.string().describe('The current name of the other product.'),
        }),
      )
      .default([])
      .describe('Products shown under “Pairs well with”, deleted ones left out. The store shows the published ones.'),
    quantity: z.number().int().describe('Available units of all variants.'),
    inStock: z.boolean().describe('It is switched on, and a variant has available units.'),
    createdAt: Moment,
    updatedAt: Moment.describe('Changes with edits and with approved reviews, not with stock.'),
  })
  .meta({ id: 'AdminProduct', description: 'A product with all that staff edit, in any status.' });
export type AdminProduct = z.infer<typeof AdminProduct>;

const StockLevel = z.enum(['in', 'low', 'out']);
export type StockLevel = z.infer<typeof StockLevel>;

const SORT_KEYS = ['name', 'price', 'quantity', 'updated', 'created'] as const;
const ProductSort = z.enum([...SORT_KEYS, ...SORT_KEYS.map((key) => `-${key}` as const)]);
export type ProductSort = z.infer<typeof ProductSort>;

export const AdminProductQuery = z.strictObject({
  q: unlessEmpty(searchText(SEARCH_MIN)).describe('All words in the name, or the beginning of a SKU.'),
  category: unlessEmpty(z.string().max(100)).describe(
    'The name of a category, or a previous one. An unknown name matches no product.',
  ),
  brand: unlessEmpty(z.string().max(100)).describe(
    'The name of a brand, or a previous one. An unknown name matches no product.',
  ),
  status: unlessEmpty(ProductStatus).describe('Unless given, drafts and published products.'),
  stock: unlessEmpty(StockLevel).describe(
    '`in`: can be bought; `out`: out of stock or switched off; `low`: switched on, and a variant has no more units than the low stock threshold of the store settings.',
  ),
  sort: unlessEmpty(ProductSort).describe(
    'A minus is descending order; `-created` unless given. `price` is the current price, `quantity` the available units of all variants.',
  ),
  after,
});
export type AdminProductQuery = z.infer<typeof AdminProductQuery>;

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
})
  .extend({ image: z.string().nullable().describe('The URL of the main image; null: the product has none.') })
  .meta({ id: 'ProductSummary', description: 'A product in a list of staff, in any status.' });
export type ProductSummary = z.infer<typeof ProductSummary>;

export const ProductChange = z
  .object({
    id: Id,
    action: z.string().describe('That of the audit log entry, such as `product.update` or `stock.adjust`.'),
    who: z.string().nullable().describe('The name of the staff member who made it; null: not known.'),
    at: Moment.describe('When the change was saved.'),
    before: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The previous values of the changed fields, by field; null: the product was created.'),
    after: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The new values of the changed fields, by field, with the new `version` of an edit.'),
    undoable: z
      .boolean()
      .describe(
        `It is not a change of stock, and less than ${UNDO_DAYS} days old. It can be undone if its fields were not changed again.`,
      ),
  })
  .meta({ id: 'ProductChange', description: 'An audit log entry about a product.' });
export type ProductChange = z.infer<typeof ProductChange>;

export const UndoRequest = z
  .strictObject({ changeId: Id.describe('From the history of the product, or from the response to its deletion.') })
  .meta({ id: 'UndoRequest', description: 'Which change of the product to undo. Later changes stay.' });

export const DeletedProduct = z
  .object({
    id: Id,
    name: z.string().describe('The name of the deleted product.'),
    changeId: Id.describe(`Undoes the deletion, for ${UNDO_DAYS} days.`),
  })
  .meta({ id: 'DeletedProduct', description: 'What was deleted, and how to undo it.' });
