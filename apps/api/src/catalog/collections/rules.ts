import { adminCollectionMessages as messages } from '@shop/contracts/catalog/collection-admin-messages';
import type {
  AdminCollection,
  CollectionChange,
  CollectionProduct,
  CollectionRule,
  NewCollection,
} from '@shop/contracts/catalog/collection-admin-schema';
import { COLLECTION_COUNT_MAX } from '@shop/contracts/catalog/collection-constants';
import { type Cents, toAmount } from '@shop/contracts/common/money';
import { isSame } from '#platform/changes.ts';
import { DomainError } from '#platform/errors.ts';
import { toIso } from '#platform/timestamps.ts';

/** What staff edit, as stored. */
export type CollectionFields = Omit<CollectionChange, 'version'>;

type Row = Omit<CollectionFields, 'status'> & {
  id: string;
  status: CollectionFields['status'] | 'deleted';
  version: number;
  rulesVersion: number;
  refreshedVersion: number;
  createdAt: Date;
  updatedAt: Date;
};

export const countText = (count: number, max = COLLECTION_COUNT_MAX) => (count > max ? `${max}+` : `${count}`);

export const adminCollection = (row: Row, count: number): AdminCollection => ({
  id: row.id,
  version: row.version,
  ...fieldsOf(row),
  productCount: countText(count),
  refreshing: row.kind === 'rules' && row.refreshedVersion < row.rulesVersion,
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
});

export const fieldsOf = (row: Row): CollectionFields => ({
  name: row.name,
  slug: row.slug,
  description: row.description,
  image: row.image,
  imageAlt: row.imageAlt,
  seoTitle: row.seoTitle,
  seoDescription: row.seoDescription,
  kind: row.kind,
  match: row.match,
  rules: row.rules,
  sort: row.sort,
  status: row.status === 'published' ? 'published' : 'draft',
});

/** Rules belong to collections by rules only. */
export const storedFields = (draft: NewCollection, slug: string): CollectionFields => ({
  ...draft,
  slug,
  match: draft.kind === 'rules' ? draft.match : 'all',
  rules: draft.kind === 'rules' ? draft.rules : [],
});

/** Whether other products belong to the collection, or in another order. */
export const changesMembers = (before: CollectionFields, after: CollectionFields) =>
  before.sort !== after.sort || before.match !== after.match || !isSame(before.rules, after.rules);

type ProductRow = Omit<CollectionProduct, 'price' | 'salePrice'> & {
  priceCents: Cents;
  salePriceCents: Cents | null;
};
export const collectionProduct = ({ priceCents, salePriceCents, ...row }: ProductRow): CollectionProduct => ({
  ...row,
  price: toAmount(priceCents),
  salePrice: toAmount(salePriceCents ?? 0),
});

/** The category or brand that a rule names. */
export const labelOf = (rule: CollectionRule) =>
  rule.field === 'category' || rule.field === 'brand' ? rule.value : undefined;

/** Field errors of rules whose category or brand does not exist. */
export const unknownLabels = (rules: CollectionRule[], known: { field: string; id: string }[]) =>
  rules.flatMap((rule, place) => {
    const label = labelOf(rule);
    if (label === undefined || known.some(({ field, id }) => field === rule.field && id === label)) return [];
    const message = rule.field === 'category' ? messages.badCategory : messages.badBrand;
    return [{ field: `rules.${place}.value`, message }];
  });

export const collectionNotFound = () => new DomainError('not_found', 'collection_not_found', messages.notFound);

export function assertVersion(current: number, expected: number) {
  if (current !== expected) throw new DomainError('conflict', 'edit_conflict', messages.editConflict);
}
