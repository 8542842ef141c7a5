import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { FindQuery, SearchResult } from './schema.ts';

export const findInAdmin = operation('GET /admin/find', {
  id: 'findInAdmin',
  tag: 'Admin',
  summary: 'Search orders, products and customers, limited to the user’s permissions',
  query: FindQuery,
  response: z.array(SearchResult),
});
