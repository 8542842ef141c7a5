import { z } from 'zod';
import { Id } from '../common/schema.ts';

/** Path parameters of an operation on one order. */
export const ByOrder = z.object({ id: Id.describe('The whole id of the order, of which its number is the end.') });
