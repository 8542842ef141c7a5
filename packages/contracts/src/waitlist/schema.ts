import { z } from 'zod';
import { email, Id } from '../common/schema.ts';
import { waitlistMessages } from './messages.ts';

/** `email` is for guests: a customer's is taken from the account. */
export const BackInStockRequest = z.strictObject({
  variantId: Id,
  email: email(waitlistMessages.invalidEmail).optional(),
});
export type BackInStockRequest = z.infer<typeof BackInStockRequest>;
