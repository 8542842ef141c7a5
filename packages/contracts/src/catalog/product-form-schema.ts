import { z } from 'zod';
import { Id } from '../common/schema.ts';

export const ProductCollection = z
  .object({ id: Id, name: z.string().describe('Its heading in the store.') })
  .meta({ id: 'ProductCollection', description: 'A collection that contains the product, in any status.' });
export type ProductCollection = z.infer<typeof ProductCollection>;
