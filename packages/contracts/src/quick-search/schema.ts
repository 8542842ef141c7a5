import { z } from 'zod';
import { searchText } from '../common/filters.ts';
import { FIND_MIN } from './constants.ts';

export const FindQuery = z.strictObject({
  q: searchText(FIND_MIN).describe(
    'The id or number of an order, words of a product, the beginning of a SKU, or those of a name or an email address.',
  ),
});

export const SearchResult = z
  .object({
    kind: z.enum(['order', 'product', 'customer']).describe('What it is, with up to 5 results of each.'),
    label: z.string().describe('The number of the order, with a `#`, or the name of the product or customer.'),
    details: z
      .string()
      .describe('The name of the customer of an order, the brand of a product, or the email address of a customer.'),
    path: z.string().describe('The path of its page in the admin panel.'),
  })
  .meta({ id: 'SearchResult', description: 'An order, product or customer, with its page in the admin panel.' });
export type SearchResult = z.infer<typeof SearchResult>;
