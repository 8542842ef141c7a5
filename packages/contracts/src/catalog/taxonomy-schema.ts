import { z } from 'zod';
import { isImageUrl } from '../common/media.ts';
import { Id, requiredText } from '../common/schema.ts';
import { SEO_DESCRIPTION_MAX, SEO_TITLE_MAX, TAXONOMY_MAX } from './constants.ts';
import { taxonomyFieldMessages as texts } from './taxonomy-messages.ts';

export const TaxonomyDraft = z
  .strictObject({
    // Names are parameters of URLs, where control characters are dropped.
    name: requiredText(100, texts.nameRequired, texts.nameTooLong)
      .regex(/^\P{Cc}*$/u, texts.nameInvalid)
      .describe(
        'Unique among categories, or among brands. Previous names redirect to it, unless another one takes them.',
      ),
    slug: z
      .string()
      .trim()
      .regex(/^[\w-]{0,100}$/, texts.slugInvalid)
      .default('')
      .describe('Unique like the name. Empty: derived from the name; in an edit, unchanged as long as the name is.'),
    description: z.string().trim().max(2_000, texts.descriptionTooLong).default('').describe('Plain text.'),
    image: z
      .string()
      .trim()
      .max(2_000, texts.imageNotAllowed)
      .refine(isImageUrl, texts.imageNotAllowed)
      .nullable()
      .optional()
      .describe(
        'The image of a category, the logo of a brand: the path of an uploaded image, or an `https://` URL. Omitted: unchanged; null: none.',
      ),
    imageAlt: z.string().trim().max(300, texts.altTooLong).default('').describe('Alt text of `image`.'),
    seoTitle: z
      .string()
      .trim()
      .max(SEO_TITLE_MAX, texts.seoTitleTooLong)
      .default('')
      .describe('The page title for search engines; empty: the name.'),
    seoDescription: z
      .string()
      .trim()
      .max(SEO_DESCRIPTION_MAX, texts.seoDescriptionTooLong)
      .default('')
      .describe('The meta description for search engines; empty: the description.'),
  })
  .meta({ id: 'TaxonomyDraft', description: 'A category or brand to be created.' });
export type TaxonomyDraft = z.output<typeof TaxonomyDraft>;

export const TaxonomyEdit = TaxonomyDraft.extend({
  version: z
    .number()
    .int()
    .positive()
    .describe('The version that the edit is based on: if there is a newer one, nothing is saved.'),
}).meta({ id: 'TaxonomyEdit', description: 'A category or brand with all of its fields, as edited.' });
export type TaxonomyEdit = z.output<typeof TaxonomyEdit>;

export const TaxonomyItem = z
  .object({
    id: Id,
    name: z.string().describe('Unique among categories, or among brands. Products name it, and so do filters.'),
    slug: z.string().describe('Unique like the name; finds the category or brand as its name does.'),
    description: z.string().describe('Plain text; empty: none.'),
    image: z.string().nullable().describe('The URL of the image of a category, or of the logo of a brand; null: none.'),
    imageAlt: z.string().describe('Alt text of `image`; empty: none.'),
    seoTitle: z.string().describe('The page title for search engines; empty: the name.'),
    seoDescription: z.string().describe('The meta description for search engines; empty: the description.'),
    version: z.number().int().describe('Increases with every edit, which sends the one it is based on.'),
    products: z
      .number()
      .int()
      .nonnegative()
      .describe('The number of its published products, and of up to 10,000 drafts and archived ones.'),
    mergingInto: z
      .string()
      .nullable()
      .describe('The name of the one that its products are being moved to; null: none. Until then it can’t be edited.'),
    unreturnable: z
      .boolean()
      .describe('The products of this category can’t be returned, by the store settings; false for a brand.'),
  })
  .meta({ id: 'TaxonomyItem', description: 'A category or brand as staff edit it.' });
export type TaxonomyItem = z.infer<typeof TaxonomyItem>;

export const TaxonomyPositions = z
  .strictObject({
    ids: z
      .array(Id)
      .min(1)
      .max(TAXONOMY_MAX)
      .describe('All of them, each once: rejected if one was added or removed since the list was read.'),
  })
  .meta({ id: 'TaxonomyPositions', description: 'The new order of all categories, or of all brands.' });

export const TaxonomyMerge = z
  .strictObject({
    into: Id.describe('The one that gets the products, previous names and rules of collections.'),
    unreturnable: z
      .boolean()
      .default(false)
      .describe(
        'Of a category whose products can’t be returned: true extends this to the other one (needs `settings.write`); false makes them returnable.',
      ),
  })
  .meta({ id: 'TaxonomyMerge', description: 'Where to move all products of a category or brand. It can’t be undone.' });

export const TaxonomyMerged = z
  .object({
    done: z.boolean().describe('False: the background worker still moves products, and deletes it after the last one.'),
  })
  .meta({ id: 'TaxonomyMerged', description: 'How far the merge is.' });
