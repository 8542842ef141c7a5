import { TaxonomyDraft, type TaxonomyEdit } from '@shop/contracts/catalog/taxonomy-schema';
import { z } from 'zod';

const { name, slug, description, image, imageAlt, seoTitle, seoDescription } = TaxonomyDraft.shape;

/** A category or brand as the form sends it: empty fields are missing. */
export const NewTaxonomyFields = z.object({
  name,
  slug,
  description,
  /** Missing: the current image stays, unless `removeImage` is checked. */
  image: image.unwrap().unwrap().optional(),
  removeImage: z.string().optional(),
  imageAlt,
  seoTitle,
  seoDescription,
});
export const TaxonomyFields = NewTaxonomyFields.extend({ version: z.number().int().positive() });

type NewFields = z.output<typeof NewTaxonomyFields>;

export const draftOf = ({ removeImage, ...fields }: NewFields): TaxonomyDraft => ({
  ...fields,
  image: fields.image ?? (removeImage ? null : undefined),
});

export const editOf = ({ version, ...fields }: z.output<typeof TaxonomyFields>): TaxonomyEdit => ({
  ...draftOf(fields),
  version,
});
