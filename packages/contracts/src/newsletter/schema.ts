import { z } from 'zod';
import { email } from '../common/schema.ts';
import { newsletterMessages } from './messages.ts';

export const Subscription = z.strictObject({ email: email(newsletterMessages.invalidEmail) });
export type Subscription = z.infer<typeof Subscription>;

/** The token of links in newsletter emails. */
export const SubscriptionLink = z.strictObject({ token: z.uuid() });

/** The token of an unsubscribe link: that of a subscriber, or the id of a customer with our signature. */
export const UnsubscribeLink = z.strictObject({
  token: z.union([z.uuid(), z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{43}$/)]),
});
