import type { AdminCollection } from '@shop/contracts/catalog/collection-admin-schema';
import {
  COLLECTION_KINDS,
  COLLECTION_SORTS,
  COLLECTION_STATUSES,
  RULE_FIELDS,
  RULE_MATCHES,
  RULE_OPERATORS,
  RULES_MAX,
  type RuleField,
  type RuleOperator,
} from '@shop/contracts/catalog/collection-constants';

/** One rule as typed. The React key lets the others keep their focus when one is removed. */
export type RuleRow = { key: string; field: RuleField; operator: RuleOperator; value: string };

type Texts = 'name' | 'slug' | 'description' | 'image' | 'imageAlt' | 'seoTitle' | 'seoDescription';
/** The form as typed. */
export type CollectionFormValues = Record<Texts, string> &
  Pick<AdminCollection, 'kind' | 'match' | 'sort' | 'status'> & { rules: RuleRow[] };

let keyCount = 0;
const nextKey = () => {
  keyCount += 1;
  return `rule-${keyCount}`;
};

export const emptyRule = (): RuleRow => ({ key: nextKey(), field: 'tag', operator: 'is', value: '' });

/** With another field, the operator and the value of the old one do not fit. */
export const ruleOfField = (key: string, field: RuleField): RuleRow => ({
  key,
  field,
  operator: RULE_OPERATORS[field][0],
  value: '',
});

export const hasValue = (field: RuleField) => field !== 'sale' && field !== 'stock';

export const valuesOf = (collection?: AdminCollection): CollectionFormValues => ({
  name: collection?.name ?? '',
  slug: collection?.slug ?? '',
  description: collection?.description ?? '',
  image: collection?.image ?? '',
  imageAlt: collection?.imageAlt ?? '',
  seoTitle: collection?.seoTitle ?? '',
  seoDescription: collection?.seoDescription ?? '',
  kind: collection?.kind ?? 'rules',
  match: collection?.match ?? 'all',
  sort: collection?.sort ?? 'featured',
  status: collection?.status ?? 'draft',
  rules: collection
    ? collection.rules.map(({ field, operator, ...rule }) => ({
        key: nextKey(),
        field,
        operator,
        value: 'value' in rule ? `${rule.value}` : '',
      }))
    : [emptyRule()],
});

const oneOf = <T extends string>(choices: readonly T[], text: string, otherwise: T) =>
  choices.find((choice) => choice === text) ?? otherwise;

/** Reads the submitted form. An operator that does not belong to its field becomes the first that does. */
export function readValues(form: FormData): CollectionFormValues {
  const text = (name: string) => String(form.get(name) ?? '');
  const places = Array.from({ length: RULES_MAX }, (_, place) => place).filter((place) =>
    form.has(`rules.${place}.field`),
  );
  return {
    name: text('name'),
    slug: text('slug'),
    description: text('description'),
    image: text('image'),
    imageAlt: text('imageAlt'),
    seoTitle: text('seoTitle'),
    seoDescription: text('seoDescription'),
    kind: oneOf(COLLECTION_KINDS, text('kind'), 'rules'),
    match: oneOf(RULE_MATCHES, text('match'), 'all'),
    sort: oneOf(COLLECTION_SORTS, text('sort'), 'featured'),
    status: oneOf(COLLECTION_STATUSES, text('status'), 'draft'),
    rules: places.map((place) => {
      const field = oneOf(RULE_FIELDS, text(`rules.${place}.field`), 'tag');
      const [first] = RULE_OPERATORS[field];
      const operator = oneOf<RuleOperator>(RULE_OPERATORS[field], text(`rules.${place}.operator`), first);
      return { key: nextKey(), field, operator, value: text(`rules.${place}.value`) };
    }),
  };
}

/** As the API expects a rule; what is missing or no number, it rejects with a message. */
function ruleOf({ field, operator, value }: RuleRow) {
  if (!hasValue(field)) return { field, operator };
  return { field, operator, value: field === 'price' || field === 'created' ? numberOf(value) : value };
}
const numberOf = (text: string) => (text.trim() ? Number(text) : null);

export const rulesOf = (rows: RuleRow[]) => rows.map(ruleOf);

export const draftOf = ({ image, rules, ...values }: CollectionFormValues) => ({
  ...values,
  image: image.trim() || null,
  rules: values.kind === 'rules' ? rulesOf(rules) : [],
});

/** The fields of a preview, for a request outside the form. */
export const previewFields = ({
  match,
  rules,
}: Pick<CollectionFormValues, 'match' | 'rules'>): Record<string, string> =>
  Object.fromEntries([
    ['intent', 'preview'],
    ['match', match],
    ...rules.flatMap(({ field, operator, value }, place) => [
      [`rules.${place}.field`, field],
      [`rules.${place}.operator`, operator],
      [`rules.${place}.value`, value],
    ]),
  ]);

/** Before hydration, the buttons of the rules submit the form: 'add-rule', or 'remove-rule' with the place. */
export function applyRuleIntent(values: CollectionFormValues, intent: string): CollectionFormValues {
  const [action, place = ''] = intent.split(':');
  if (action === 'add-rule' && values.rules.length < RULES_MAX)
    return { ...values, rules: [...values.rules, emptyRule()] };
  if (action === 'remove-rule') return { ...values, rules: values.rules.toSpliced(Number(place), 1) };
  return values;
}

/** `?done=` of a save: with the numbers of products, if they change. */
export const savedCode = (before: string, after: string | undefined) =>
  after === undefined || after === before ? 'saved' : `saved:${before}:${after}`;

export function savedCounts(code: string) {
  const [, before, after] = /^saved:(\d{1,4}\+?):(\d{1,4}\+?)$/.exec(code) ?? [];
  return before && after ? { before, after } : undefined;
}

const MOVES: Record<string, number> = { up: -1, down: 1 };

/** The picked products after one was added at the end, removed, or moved by one place. */
export function pickedAfter(ids: string[], intent: string, id: string) {
  const others = ids.filter((other) => other !== id);
  if (intent === 'add') return ids.includes(id) ? ids : [...ids, id];
  if (intent === 'remove') return others;
  const place = ids.indexOf(id);
  return place < 0 ? ids : others.toSpliced(Math.max(0, place + (MOVES[intent] ?? 0)), 0, id);
}
