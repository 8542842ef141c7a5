import { z } from 'zod';
import { isImageUrl } from '../common/media.ts';
import { Id, requiredText } from '../common/schema.ts';
import { SEO_DESCRIPTION_MAX, SEO_TITLE_MAX, TAXONOMY_MAX } from './constants.ts';
import { taxonomyFieldMessages as texts } from './taxonomy-messages.ts';

/** A category or brand as the form sends it. */
export const TaxonomyDraft = z.strictObject({
  // Names are parameters of URLs, where control characters are dropped.
  name: requiredText(100, texts.nameRequired, texts.nameTooLong).regex(/^\P{Cc}*$/u, texts.nameInvalid),
  /** Empty: derived from the name. */
  slug: z
    .string()
    .trim()
    .regex(/^[\w-]{0,100}$/, texts.slugInvalid)
    .default(''),
  description: z.string().trim().max(2_000, texts.descriptionTooLong).default(''),
  /** The picture of a category, the logo of a brand. Omitted: unchanged; null: none. */
  image: z
    .string()
    .trim()
    .max(2_000, texts.imageNotAllowed)
    .refine(isImageUrl, texts.imageNotAllowed)
    .nullable()
    .optional(),
  imageAlt: z.string().trim().max(300, texts.altTooLong).default(''),
  seoTitle: z.string().trim().max(SEO_TITLE_MAX, texts.seoTitleTooLong).default(''),
  seoDescription: z.string().trim().max(SEO_DESCRIPTION_MAX, texts.seoDescriptionTooLong).default(''),
});
export type TaxonomyDraft = z.output<typeof TaxonomyDraft>;

/** Optimistic concurrency: if there is a newer version, nothing is saved. */
export const TaxonomyEdit = TaxonomyDraft.extend({ version: z.number().int().positive() });
export type TaxonomyEdit = z.output<typeof TaxonomyEdit>;

/** A category or brand with its data for staff. */
export const TaxonomyItem = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  imageAlt: z.string(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  version: z.number().int(),
  /** Published products, and up to 10,000 drafts and archived ones. */
  products: z.number().int().nonnegative(),
  /** The name of the one that its products are being moved to, if any. */
  mergingInto: z.string().nullable(),
});
export type TaxonomyItem = z.infer<typeof TaxonomyItem>;

/** All ids, in the new order. */
export const TaxonomyPositions = z.strictObject({ ids: z.array(Id).min(1).max(TAXONOMY_MAX) });

export const TaxonomyMerge = z.strictObject({ into: Id });

/** `done` is false while the worker still moves products. */
export const TaxonomyMerged = z.object({ done: z.boolean() });
