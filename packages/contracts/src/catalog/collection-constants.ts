/** Hand-picked products, or all that match rules. Fixed when the collection is created. */
export const COLLECTION_KINDS = ['manual', 'rules'] as const;
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

/** 'manual' is the order in which products were picked. A collection by rules has one of the others. */
export const COLLECTION_SORTS = ['manual', 'featured', 'newest', 'price-asc', 'price-desc'] as const;
export type CollectionSort = (typeof COLLECTION_SORTS)[number];

export const COLLECTION_STATUSES = ['draft', 'published'] as const;
export const RULE_MATCHES = ['all', 'any'] as const;

const EQUALITY = ['is', 'is-not'] as const;
const COMPARISON = ['at-least', 'at-most'] as const;

/** The operators of each field. `created` compares the age in days, `sale` and `stock` have no value. */
export const RULE_OPERATORS = {
  category: EQUALITY,
  brand: EQUALITY,
  tag: EQUALITY,
  price: COMPARISON,
  sale: EQUALITY,
  created: COMPARISON,
  stock: EQUALITY,
  name: EQUALITY,
} as const;
export type RuleField = keyof typeof RULE_OPERATORS;
export type RuleOperator = (typeof RULE_OPERATORS)[RuleField][number];
export const RULE_FIELDS = Object.keys(RULE_OPERATORS) as RuleField[];

/** With this limit lists of collections need no pages. */
export const COLLECTIONS_MAX = 200;
export const RULES_MAX = 10;
export const PICKED_MAX = 500;

/** Products are counted up to this number; the count is then '1000+'. */
export const COLLECTION_COUNT_MAX = 1_000;
/** Products in a preview of rules. */
export const PREVIEW_SHOWN = 8;
