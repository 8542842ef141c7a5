import { z } from 'zod';
import { Amount } from '../common/schema.ts';

/** Results that meet the whole query, other matches, and matches that are out of stock, in this order. */
export const SearchGroup = z.enum(['best', 'others', 'outOfStock']);
export type SearchGroup = z.infer<typeof SearchGroup>;

/** The value of `SEARCH_HEADER`, URL-encoded JSON. */
export const SearchInterpretation = z.object({
  /** The query with its corrections, if it has any. */
  corrected: z.string().optional(),
  minPrice: Amount.optional(),
  maxPrice: Amount.optional(),
  /** Option values that the size of the query may have. */
  sizes: z.array(z.string()).optional(),
  /** How many products of this page are in each group. */
  groups: z.object({ best: z.number().int(), others: z.number().int(), outOfStock: z.number().int() }),
});
export type SearchInterpretation = z.infer<typeof SearchInterpretation>;
