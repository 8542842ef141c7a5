import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import type { TaxonomyDraft, TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import { isSame } from '#platform/changes.ts';
import { DomainError } from '#platform/errors.ts';

/** What an edit changes and the audit log records. */
export type TaxonomyValues = Pick<
  TaxonomyItem,
  'name' | 'slug' | 'description' | 'image' | 'imageAlt' | 'seoTitle' | 'seoDescription'
>;

export const valuesOf = (item: TaxonomyValues): TaxonomyValues => ({
  name: item.name,
  slug: item.slug,
  description: item.description,
  image: item.image,
  imageAlt: item.imageAlt,
  seoTitle: item.seoTitle,
  seoDescription: item.seoDescription,
});

/** The values that a draft requests, under this slug. Without an image in the draft, the current one stays. */
export const applyDraft = (draft: TaxonomyDraft, slug: string, currentImage: string | null = null): TaxonomyValues =>
  valuesOf({ ...draft, slug, image: draft.image === undefined ? currentImage : draft.image });

/** Names and slugs that were in use before a change and are no longer. */
export const droppedAliases = (before: TaxonomyValues, after: TaxonomyValues) =>
  [before.name, before.slug].filter((alias) => alias !== after.name && alias !== after.slug);

/** Whether both have the same ids, each once, in any order. */
export const haveSameIds = (one: string[], other: string[]) =>
  new Set(one).size === one.length && isSame(one.toSorted(), other.toSorted());

export const notFound = (kind: TaxonomyKind) =>
  new DomainError('not_found', `${kind}_not_found`, taxonomyMessages[kind].notFound);

export const mergeInProgress = (kind: TaxonomyKind) =>
  new DomainError('conflict', 'merge_in_progress', taxonomyMessages[kind].mergeInProgress);

/** Optimistic concurrency: a change based on an older version is rejected. */
export function assertCurrent(kind: TaxonomyKind, { version }: { version: number }, basedOn: number) {
  if (version !== basedOn) throw new DomainError('conflict', 'edit_conflict', taxonomyMessages[kind].editConflict);
}
