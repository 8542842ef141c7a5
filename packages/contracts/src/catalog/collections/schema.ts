import { z } from 'zod';
import { Id } from '../../common/schema.ts';
import { PAGE_SIZE_MAX } from '../constants.ts';

/** A published collection, as the storefront shows it. */
export const Collection = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  imageAlt: z.string(),
  /** Empty: the name and the description. */
  seoTitle: z.string(),
  seoDescription: z.string(),
});
export type Collection = z.infer<typeof Collection>;

export const CollectionProductsQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().int().min(1).max(PAGE_SIZE_MAX))
    .optional(),
  cursor: z.string().max(500).optional(),
});
export type CollectionProductsQuery = z.infer<typeof CollectionProductsQuery>;
