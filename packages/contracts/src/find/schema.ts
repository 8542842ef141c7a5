import { z } from 'zod';
import { searchText } from '../common/filters.ts';
import { FIND_MIN } from './constants.ts';

export const FindQuery = z.strictObject({ q: searchText(FIND_MIN) });

/** An order, product or customer, with its page in the admin panel. */
export const SearchResult = z.object({
  kind: z.enum(['order', 'product', 'customer']),
  label: z.string(),
  details: z.string(),
  path: z.string(),
});
export type SearchResult = z.infer<typeof SearchResult>;
