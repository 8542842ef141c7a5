import { z } from 'zod';
import { email } from '../common/schema.ts';
import { NEWSLETTER_LINK_DAYS } from './constants.ts';
import { newsletterMessages } from './messages.ts';

export const Subscription = z
  .strictObject({
    email: email(newsletterMessages.invalidEmail).describe('It is sent a link, which confirms the subscription.'),
  })
  .meta({
    id: 'Subscription',
    description:
      'A subscription to the newsletter. The response is the same for an address that is subscribed already.',
  });
export type Subscription = z.infer<typeof Subscription>;

export const SubscriptionLink = z
  .strictObject({
    token: z
      .uuid()
      .describe(`From the link that was sent to the address. It is valid for ${NEWSLETTER_LINK_DAYS} days.`),
  })
  .meta({ id: 'SubscriptionLink', description: 'The link that confirms a subscription.' });

export const UnsubscribeLink = z
  .strictObject({
    token: z
      .union([z.uuid(), z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{43}$/)])
      .describe('From the link: the UUID of a subscriber, or the id of a customer with a signature of the store.'),
  })
  .meta({
    id: 'UnsubscribeLink',
    description: 'The link of a newsletter or campaign, which ends both kinds of email for its recipient.',
  });
