import { z } from 'zod';
import { isImageUrl } from '../../common/media.ts';
import { Amount, Id, requiredText } from '../../common/schema.ts';
import { ProductStatus } from '../admin-schema.ts';
import { adminCollectionMessages as messages } from './admin-messages.ts';
import {
  COLLECTION_KINDS,
  COLLECTION_SORTS,
  COLLECTION_STATUSES,
  PICKED_MAX,
  RULE_MATCHES,
  RULE_OPERATORS,
  RULES_MAX,
} from './constants.ts';

const operator = <const Operators extends readonly [string, ...string[]]>(operators: Operators) =>
  z.enum(operators, messages.badRule);
const price = z.number(messages.badPrice).min(0, messages.badPrice).max(1_000_000, messages.badPrice);
const days = z.number(messages.badDays).int(messages.badDays).min(1, messages.badDays).max(3_650, messages.badDays);

/** One condition on a product. Categories and brands are named by id, so that renaming them changes nothing. */
export const CollectionRule = z.discriminatedUnion(
  'field',
  [
    z.strictObject({
      field: z.literal('category'),
      operator: operator(RULE_OPERATORS.category),
      value: z.uuid(messages.badCategory),
    }),
    z.strictObject({
      field: z.literal('brand'),
      operator: operator(RULE_OPERATORS.brand),
      value: z.uuid(messages.badBrand),
    }),
    z.strictObject({
      field: z.literal('tag'),
      operator: operator(RULE_OPERATORS.tag),
      value: requiredText(40, messages.badTag),
    }),
    z.strictObject({
      field: z.literal('price'),
      operator: operator(RULE_OPERATORS.price),
      value: price.multipleOf(0.01, messages.badPrice),
    }),
    z.strictObject({ field: z.literal('sale'), operator: operator(RULE_OPERATORS.sale) }),
    z.strictObject({ field: z.literal('created'), operator: operator(RULE_OPERATORS.created), value: days }),
    z.strictObject({ field: z.literal('stock'), operator: operator(RULE_OPERATORS.stock) }),
    z.strictObject({
      field: z.literal('name'),
      operator: operator(RULE_OPERATORS.name),
      value: requiredText(100, messages.badName),
    }),
  ],
  messages.badRule,
);
export type CollectionRule = z.infer<typeof CollectionRule>;

const rules = z.array(CollectionRule).max(RULES_MAX, messages.tooManyRules);
export type RuleSet = { match: (typeof RULE_MATCHES)[number]; rules: CollectionRule[] };

const image = z.string().trim().min(1, messages.imageNotAllowed).max(2_000, messages.imageNotAllowed);
const fields = {
  name: requiredText(100, messages.nameRequired, messages.nameTooLong),
  /** Empty: derived from the name. */
  slug: z
    .string()
    .trim()
    .regex(/^[\w-]{0,120}$/, messages.slugInvalid)
    .default(''),
  description: z.string().trim().max(5_000, messages.descriptionTooLong).default(''),
  image: image.refine(isImageUrl, messages.imageNotAllowed).nullable().default(null),
  imageAlt: z.string().trim().max(300, messages.altTooLong).default(''),
  seoTitle: z.string().trim().max(120, messages.seoTitleTooLong).default(''),
  seoDescription: z.string().trim().max(320, messages.seoDescriptionTooLong).default(''),
  kind: z.enum(COLLECTION_KINDS),
  match: z.enum(RULE_MATCHES).default('all'),
  rules: rules.default([]),
  sort: z.enum(COLLECTION_SORTS),
  status: z.enum(COLLECTION_STATUSES),
};

type Chosen = Pick<z.output<z.ZodObject<typeof fields>>, 'kind' | 'rules' | 'sort'>;
const hasRules = ({ kind, rules: given }: Chosen) => kind === 'manual' || given.length > 0;
const isSortable = ({ kind, sort }: Chosen) => kind === 'manual' || sort !== 'manual';
const rulesMissing = { path: ['rules'], error: messages.rulesMissing };
const sortNeedsPicks = { path: ['sort'], error: messages.sortNeedsPicks };

/** Rules of a hand-picked collection are ignored. */
export const NewCollection = z.strictObject(fields).refine(hasRules, rulesMissing).refine(isSortable, sortNeedsPicks);
export type NewCollection = z.output<typeof NewCollection>;

/** `version` is the one the change is based on: if there is a newer one, nothing is saved. */
const version = z.number().int().positive();
export const CollectionChange = z
  .strictObject({ ...fields, version })
  .refine(hasRules, rulesMissing)
  .refine(isSortable, sortNeedsPicks);
export type CollectionChange = z.output<typeof CollectionChange>;

export const AdminCollection = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  imageAlt: z.string(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  kind: fields.kind,
  match: z.enum(RULE_MATCHES),
  rules: z.array(CollectionRule),
  sort: fields.sort,
  status: fields.status,
  /** Exact up to 1,000, then '1000+'. */
  productCount: z.string(),
  /** Its rules were changed, and the worker has not yet applied them to all products. */
  refreshing: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AdminCollection = z.infer<typeof AdminCollection>;

export const CollectionProduct = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  image: z.string().nullable(),
  price: Amount,
  salePrice: Amount,
  status: ProductStatus,
});
export type CollectionProduct = z.infer<typeof CollectionProduct>;

/** All products of a hand-picked collection, in order. */
export const PickedProducts = z.strictObject({
  productIds: z
    .array(Id)
    .max(PICKED_MAX, messages.tooManyPicked)
    .refine((ids) => new Set(ids).size === ids.length, messages.pickedTwice),
  version,
});
export type PickedProducts = z.infer<typeof PickedProducts>;

const parseJson = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: messages.badRule });
    return z.NEVER;
  }
};

/** `rules` is the JSON of an array of rules. */
export const RulePreviewQuery = z.strictObject({
  match: z.enum(RULE_MATCHES),
  rules: z.string().max(6_000).transform(parseJson).pipe(rules.min(1, messages.rulesMissing)),
});

export const RulePreview = z.object({
  /** Exact up to 1,000, then '1000+'. */
  count: z.string(),
  products: z.array(CollectionProduct),
});
export type RulePreview = z.infer<typeof RulePreview>;

export const DeletedCollection = z.object({ id: Id, name: z.string() });
