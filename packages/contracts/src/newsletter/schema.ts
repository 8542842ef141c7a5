import { z } from 'zod';
import { email } from '../common/schema.ts';
import { newsletterMessages } from './messages.ts';

export const Subscription = z.strictObject({ email: email(newsletterMessages.invalidEmail) });
export type Subscription = z.infer<typeof Subscription>;

/** The token of links in newsletter emails. */
export const SubscriptionLink = z.strictObject({ token: z.uuid() });
