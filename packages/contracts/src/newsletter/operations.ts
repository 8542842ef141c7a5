import { operation } from '../common/operation.ts';
import { MessageResponse } from '../common/schema.ts';
import { Subscription, SubscriptionLink, UnsubscribeLink } from './schema.ts';

const tag = 'Newsletter';

export const subscribeToNewsletter = operation('POST /newsletter', {
  id: 'subscribeToNewsletter',
  tag,
  summary: 'Subscribe to the newsletter. Sends a confirmation link',
  body: Subscription,
  status: 201,
  response: Subscription,
  errors: { 409: ['account_changed'] },
});

export const confirmSubscription = operation('POST /newsletter/confirmation', {
  id: 'confirmSubscription',
  tag,
  summary: 'Confirm a newsletter subscription',
  body: SubscriptionLink,
  response: MessageResponse,
  errors: { 422: ['invalid_link'] },
});

export const unsubscribeFromNewsletter = operation('POST /newsletter/unsubscription', {
  id: 'unsubscribeFromNewsletter',
  tag,
  summary: 'Unsubscribe from the newsletter and from campaigns, with the token of an email',
  body: UnsubscribeLink,
  response: MessageResponse,
  errors: { 422: ['invalid_link'] },
});
