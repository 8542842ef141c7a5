import { z } from 'zod';
import { searchText } from '../common/filters.ts';

export const FIND_MIN = 3;

export const FindQuery = z.strictObject({ q: searchText(FIND_MIN) });

/** An order, product or customer, with its page in the admin panel. */
export const SearchResult = z.object({
  kind: z.enum(['order', 'product', 'customer']),
  label: z.string(),
  details: z.string(),
  path: z.string(),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const findMessages = {
  open: 'Find anything',
  title: 'Find anything',
  field: 'Order number, product, customer or page',
  hint: 'Ctrl K',
  results: 'What was found',
  found: (count: number) =>
    count === 1 ? '1 result. Use the arrow keys to choose.' : `${count} results. Use the arrow keys to choose.`,
  nothing: 'Nothing found.',
  failed: 'The search could not be done. Pages can still be opened.',
  kinds: { page: 'Page', order: 'Order', product: 'Product', customer: 'Customer' },
};
