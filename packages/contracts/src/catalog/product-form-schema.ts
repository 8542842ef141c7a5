import { z } from 'zod';
import { Id } from '../common/schema.ts';

/** A collection that contains the product. */
export const ProductCollection = z.object({ id: Id, name: z.string() });
export type ProductCollection = z.infer<typeof ProductCollection>;
