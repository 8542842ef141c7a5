import { z } from 'zod';
import { isImageUrl } from '../common/media.ts';
import { Id, Moment, requiredText } from '../common/schema.ts';
import { adminCollectionMessages as messages } from './collection-admin-messages.ts';
import {
  COLLECTION_KINDS,
  COLLECTION_SORTS,
  COLLECTION_STATUSES,
  PICKED_MAX,
  PREVIEW_SHOWN,
  RULE_MATCHES,
  RULE_OPERATORS,
  RULES_MAX,
} from './collection-constants.ts';
import { Collection } from './collection-schema.ts';
import { ProductFields } from './product-fields.ts';

const operator = <const Operators extends readonly [string, ...string[]]>(operators: Operators) =>
  z.enum(operators, messages.badRule);
const price = z.number(messages.badPrice).min(0, messages.badPrice).max(1_000_000, messages.badPrice);
const days = z.number(messages.badDays).int(messages.badDays).min(1, messages.badDays).max(3_650, messages.badDays);

export const CollectionRule = z
  .discriminatedUnion(
    'field',
    [
      z.strictObject({
        field: z.literal('category').describe('The category of the product.'),
        operator: operator(RULE_OPERATORS.category).describe('`is`: it is in this category; `is-not`: in another one.'),
        value: z.uuid(messages.badCategory).describe('The id of the category, so that renaming it changes nothing.'),
      }),
      z.strictObject({
        field: z.literal('brand').describe('The brand of the product.'),
        operator: operator(RULE_OPERATORS.brand).describe('`is`: it is of this brand; `is-not`: of another one.'),
        value: z.uuid(messages.badBrand).describe('The id of the brand, so that renaming it changes nothing.'),
      }),
      z.strictObject({
        field: z.literal('tag').describe('The tags of the product.'),
        operator: operator(RULE_OPERATORS.tag).describe('`is`: it has this tag; `is-not`: it does not.'),
        value: requiredText(40, messages.badTag).describe('Upper and lower case count.'),
      }),
      z.strictObject({
        field: z.literal('price').describe('The current price of the product: the sale price if there is one.'),
        operator: operator(RULE_OPERATORS.price).describe('Both include the price itself.'),
        value: price.multipleOf(0.01, messages.badPrice).describe('In the currency of the store.'),
      }),
      z.strictObject({
        field: z.literal('sale').describe('Whether the product has a sale price.'),
        operator: operator(RULE_OPERATORS.sale).describe('`is`: it has one; `is-not`: it has none.'),
      }),
      z.strictObject({
        field: z
          .literal('created')
          .describe('The age of the product. Memberships that end by time alone end at night.'),
        operator: operator(RULE_OPERATORS.created).describe(
          '`at-most`: added in the last days; `at-least`: before them.',
        ),
        value: days.describe('Days of 24 hours since the product was added.'),
      }),
      z.strictObject({
        field: z.literal('stock').describe('Whether the product can be bought.'),
        operator: operator(RULE_OPERATORS.stock).describe(
          '`is`: it is switched on, and a variant has available units; `is-not`: otherwise.',
        ),
      }),
      z.strictObject({
        field: z.literal('name').describe('The name of the product.'),
        operator: operator(RULE_OPERATORS.name).describe('`is`: it contains the text; `is-not`: it does not.'),
        value: requiredText(100, messages.badName).describe('Case and accents do not matter.'),
      }),
    ],
    messages.badRule,
  )
  .meta({ id: 'CollectionRule', description: 'One condition on a product, by its `field`.' });
export type CollectionRule = z.infer<typeof CollectionRule>;

const rules = z.array(CollectionRule).max(RULES_MAX, messages.tooManyRules);
export type RuleSet = { match: (typeof RULE_MATCHES)[number]; rules: CollectionRule[] };

const image = z.string().trim().min(1, messages.imageNotAllowed).max(2_000, messages.imageNotAllowed);
const fields = {
  name: requiredText(100, messages.nameRequired, messages.nameTooLong).describe('The heading of its page; not unique.'),
  slug: z
    .string()
    .trim()
    .regex(/^[\w-]{0,120}$/, messages.slugInvalid)
    .default('')
    .describe('Unique among collections. Empty: derived from the name. Previous slugs redirect to it and stay taken.'),
  description: z
    .string()
    .trim()
    .max(5_000, messages.descriptionTooLong)
    .default('')
    .describe('Plain text with line breaks.'),
  image: image
    .refine(isImageUrl, messages.imageNotAllowed)
    .nullable()
    .default(null)
    .describe('The path of an uploaded image, or an `https://` URL on a public host name; null: none.'),
  imageAlt: z.string().trim().max(300, messages.altTooLong).default('').describe('Alt text of `image`.'),
  seoTitle: z
    .string()
    .trim()
    .max(120, messages.seoTitleTooLong)
    .default('')
    .describe('The page title for search engines; empty: the name.'),
  seoDescription: z
    .string()
    .trim()
    .max(320, messages.seoDescriptionTooLong)
    .default('')
    .describe('The meta description for search engines; empty: the start of the description.'),
  kind: z
    .enum(COLLECTION_KINDS)
    .describe('`manual`: hand-picked products; `rules`: all that match rules. Fixed when the collection is created.'),
  match: z
    .enum(RULE_MATCHES)
    .default('all')
    .describe('Whether a product must match all rules or any of them. Ignored for hand-picked products.'),
  rules: rules.default([]).describe('At least one in a collection by rules; ignored in a hand-picked one.'),
  sort: z
    .enum(COLLECTION_SORTS)
    .describe(
      'The order in the store. `manual`: as picked, only for hand-picked products; `featured`: the average rating, smoothed where there are few reviews; `price-asc`, `price-desc`: the current price.',
    ),
  status: z.enum(COLLECTION_STATUSES).describe('`draft`: visible to staff only; `published`: in the store.'),
};

type Chosen = Pick<z.output<z.ZodObject<typeof fields>>, 'kind' | 'rules' | 'sort'>;
const hasRules = ({ kind, rules: given }: Chosen) => kind === 'manual' || given.length > 0;
const isSortable = ({ kind, sort }: Chosen) => kind === 'manual' || sort !== 'manual';
const rulesMissing = { path: ['rules'], error: messages.rulesMissing };
const sortNeedsPicks = { path: ['sort'], error: messages.sortNeedsPicks };

export const NewCollection = z
  .strictObject(fields)
  .refine(hasRules, rulesMissing)
  .refine(isSortable, sortNeedsPicks)
  .meta({
    id: 'NewCollection',
    description: 'A collection to be created. Hand-picked products are set by an operation of their own.',
  });
export type NewCollection = z.output<typeof NewCollection>;

const version = z
  .number()
  .int()
  .positive()
  .describe('The version that the change is based on: if there is a newer one, nothing is saved.');
export const CollectionChange = z
  .strictObject({ ...fields, version })
  .refine(hasRules, rulesMissing)
  .refine(isSortable, sortNeedsPicks)
  .meta({ id: 'CollectionChange', description: 'A collection with all of its fields, as edited.' });
export type CollectionChange = z.output<typeof CollectionChange>;

export const AdminCollection = z
  .object({
    id: Id,
    version: z
      .number()
      .int()
      .describe('Increases with every change of its fields or hand-picked products. Send it with the next change.'),
    ...Collection.omit({ id: true }).shape,
    kind: fields.kind,
    match: z
      .enum(RULE_MATCHES)
      .describe('Whether a product must match all rules or any of them; `all` for hand-picked products.'),
    rules: z.array(CollectionRule).describe('Empty in a hand-picked collection.'),
    sort: fields.sort,
    status: fields.status,
    productCount: z
      .string()
      .describe(
        'Hand-picked products in any status but deleted, or published ones that match. Exact up to 1,000, then `1000+`.',
      ),
    refreshing: z
      .boolean()
      .describe('Its rules were changed, and the background worker has not yet applied them to all products.'),
    createdAt: Moment,
    updatedAt: Moment.describe('When staff last changed it, or its changed rules were last applied.'),
  })
  .meta({ id: 'AdminCollection', description: 'A collection as staff edit it.' });
export type AdminCollection = z.infer<typeof AdminCollection>;

const product = ProductFields.shape;
export const CollectionProduct = z
  .object({
    id: Id,
    name: product.name,
    slug: product.slug,
    image: z.string().nullable().describe('The URL of the main image; null: the product has none.'),
    price: product.price,
    salePrice: product.salePrice,
    status: product.status,
  })
  .meta({ id: 'CollectionProduct', description: 'A product of a collection, or one that matches its rules.' });
export type CollectionProduct = z.infer<typeof CollectionProduct>;

export const PickedProducts = z
  .strictObject({
    productIds: z
      .array(Id)
      .max(PICKED_MAX, messages.tooManyPicked)
      .refine((ids) => new Set(ids).size === ids.length, messages.pickedTwice)
      .describe('All of them, each once: those that are not in the list leave the collection. Drafts are allowed.'),
    version,
  })
  .meta({ id: 'PickedProducts', description: 'The products of a hand-picked collection, in their order.' });
export type PickedProducts = z.infer<typeof PickedProducts>;

const parseJson = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: messages.badRule });
    return z.NEVER;
  }
};

export const RulePreviewQuery = z.strictObject({
  match: z.enum(RULE_MATCHES).describe('Whether a product must match all rules or any of them.'),
  rules: z
    .string()
    .max(6_000)
    .transform(parseJson)
    .pipe(rules.min(1, messages.rulesMissing))
    .describe('The rules as the JSON of an array, as a collection takes them.'),
});

export const RulePreview = z
  .object({
    count: z.string().describe('The number of published products that match. Exact up to 1,000, then `1000+`.'),
    products: z.array(CollectionProduct).describe(`The first ${PREVIEW_SHOWN} of them, in the order \`featured\`.`),
  })
  .meta({ id: 'RulePreview', description: 'What a collection with these rules would contain.' });
export type RulePreview = z.infer<typeof RulePreview>;

export const DeletedCollection = z
  .object({ id: Id, name: z.string().describe('The name of the deleted collection.') })
  .meta({ id: 'DeletedCollection', description: 'What was deleted.' });
