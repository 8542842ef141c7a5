import { confirmNewsletterMessages, unsubscribeMessages } from '@shop/contracts/newsletter/messages';
import * as operations from '@shop/contracts/newsletter/operations';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '#platform/http/handle.ts';
import { confirmSubscription, subscribe, unsubscribe } from './service.ts';

export const newsletterRoutes: FastifyPluginAsync<{ acceptedAuthSecrets: readonly string[] }> = async (
  app,
  { acceptedAuthSecrets },
) => {
  handle(app, operations.subscribeToNewsletter, { access: 'public', rate: 'write' }, async ({ body }) => {
    await subscribe(app.db, body.email);
    return body;
  });

  handle(app, operations.confirmSubscription, { access: 'public', rate: 'write' }, async ({ body }) => {
    await confirmSubscription(app.db, body.token);
    return { message: confirmNewsletterMessages.done };
  });

  // Email providers send one-click requests of many subscribers from few IPs.
  handle(app, operations.unsubscribeFromNewsletter, { access: 'public', rate: 'browse' }, async ({ body }) => {
    await unsubscribe(app.db, body.token, acceptedAuthSecrets);
    return { message: unsubscribeMessages.done };
  });
};
