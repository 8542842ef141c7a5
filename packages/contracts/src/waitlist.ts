import { z } from 'zod';
import { email, Id } from './common.ts';
import { waitlistMessages } from './waitlist-texts.ts';

/** Customers need give no address: theirs is known. */
export const BackInStockRequest = z.strictObject({
  variantId: Id,
  email: email(waitlistMessages.invalidEmail).optional(),
});
export type BackInStockRequest = z.infer<typeof BackInStockRequest>;
