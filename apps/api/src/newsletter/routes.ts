import { MessageResponse } from '@shop/contracts/common/schema';
import { confirmNewsletterMessages, unsubscribeMessages } from '@shop/contracts/newsletter/messages';
import { Subscription, SubscriptionLink, UnsubscribeLink } from '@shop/contracts/newsletter/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { confirmSubscription, subscribe, unsubscribe } from './service.ts';

const tags = ['Newsletter'];

export const newsletterRoutes: FastifyPluginAsyncZod<{ acceptedAuthSecrets: readonly string[] }> = async (
  app,
  { acceptedAuthSecrets },
) => {
  app.post(
    '/newsletter',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        operationId: 'subscribeToNewsletter',
        tags,
        summary: 'Subscribe to the newsletter. Sends a confirmation link',
        body: Subscription,
        response: { 201: Subscription },
        errors: { 409: ['account_changed'] },
      },
    },
    async ({ body }, reply) => {
      await subscribe(app.db, body.email);
      return reply.status(201).send(body);
    },
  );

  app.post(
    '/newsletter/confirmation',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        operationId: 'confirmSubscription',
        tags,
        summary: 'Confirm a newsletter subscription',
        body: SubscriptionLink,
        response: { 200: MessageResponse },
        errors: { 422: ['invalid_link'] },
      },
    },
    async ({ body }) => {
      await confirmSubscription(app.db, body.token);
      return { message: confirmNewsletterMessages.done };
    },
  );

  app.post(
    '/newsletter/unsubscription',
    {
      // Email providers send one-click requests of many subscribers from few IPs.
      config: { access: 'public', rate: 'browse' },
      schema: {
        operationId: 'unsubscribeFromNewsletter',
        tags,
        summary: 'Unsubscribe from the newsletter and from campaigns, with the token of an email',
        body: UnsubscribeLink,
        response: { 200: MessageResponse },
        errors: { 422: ['invalid_link'] },
      },
    },
    async ({ body }) => {
      await unsubscribe(app.db, body.token, acceptedAuthSecrets);
      return { message: unsubscribeMessages.done };
    },
  );
};
