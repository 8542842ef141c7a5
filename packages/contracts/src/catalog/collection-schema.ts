import { z } from 'zod';
import { Id } from '../common/schema.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './constants.ts';

export const Collection = z
  .object({
    id: Id,
    name: z.string().describe('The heading of its page; not unique.'),
    slug: z.string().describe('The part of its URL, unique among collections. Previous slugs redirect to it.'),
    description: z.string().describe('Plain text with line breaks; empty: none.'),
    image: z.string().nullable().describe('The URL of its image; null: none.'),
    imageAlt: z.string().describe('Alt text of `image`; empty: none.'),
    seoTitle: z.string().describe('The page title for search engines; empty: the name.'),
    seoDescription: z
      .string()
      .describe('The meta description for search engines; empty: the start of the description.'),
  })
  .meta({ id: 'Collection', description: 'A published collection, as the store shows it.' });
export type Collection = z.infer<typeof Collection>;

export const CollectionProductsQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().int().min(1).max(PAGE_SIZE_MAX))
    .optional()
    .describe(`Products per page, ${PAGE_SIZE} unless given.`),
  cursor: z
    .string()
    .max(500)
    .optional()
    .describe(
      'From the `Link` header of the previous page. It is invalid once the collection is sorted in another way.',
    ),
});
export type CollectionProductsQuery = z.infer<typeof CollectionProductsQuery>;
