import { z } from 'zod';
import { Amount } from '../common/schema.ts';

export const SearchGroup = z
  .enum(['best', 'others', 'outOfStock'])
  .describe(
    'In this order: `best`, the results that meet the whole query; `others`, other matches; `outOfStock`, matches that are out of stock.',
  );
export type SearchGroup = z.infer<typeof SearchGroup>;

/** The value of `SEARCH_HEADER`, URL-encoded JSON. */
export const SearchInterpretation = z.object({
  corrected: z.string().optional().describe('The query with its spelling corrected; absent if nothing was corrected.'),
  minPrice: Amount.optional().describe('From words such as “over $100”: products from this price on come first.'),
  maxPrice: Amount.optional().describe('From words such as “under 50”: products up to this price come first.'),
  sizes: z
    .array(z.string())
    .optional()
    .describe('Option values that the size of the query may have; products with one of them in stock come first.'),
  groups: z
    .object({
      best: z.number().int().describe('They meet the whole query.'),
      others: z.number().int().describe('They match less of the query, or miss its price or size.'),
      outOfStock: z.number().int().describe('They match, but are out of stock.'),
    })
    .describe('How many products of this page are in each group; the groups follow one another in this order.'),
});
export type SearchInterpretation = z.infer<typeof SearchInterpretation>;
