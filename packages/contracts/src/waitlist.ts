import { z } from 'zod';
import { email, Id } from './common.ts';
import { waitlistMessages } from './waitlist-texts.ts';

/** Customers need give no address: theirs is known. */
export const Waiting = z.strictObject({ variantId: Id, email: email(waitlistMessages.invalidEmail).optional() });
export type Waiting = z.infer<typeof Waiting>;
