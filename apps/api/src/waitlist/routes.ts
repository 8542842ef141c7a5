import { MessageResponse } from '@shop/contracts/common/schema';
import { waitlistMessages } from '@shop/contracts/waitlist/messages';
import { BackInStockRequest } from '@shop/contracts/waitlist/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { findActor } from '#identity/service.ts';
import { requestBackInStockAlert } from './service.ts';

export const waitlistRoutes: FastifyPluginAsyncZod<{ acceptedAuthSecrets: readonly string[] }> = async (
  app,
  { acceptedAuthSecrets },
) => {
  app.post(
    '/waitlist',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        operationId: 'requestBackInStockAlert',
        tags: ['Catalog'],
        summary: 'Request a back-in-stock alert. Doesn’t reveal existing requests',
        body: BackInStockRequest,
        response: { 201: MessageResponse },
        errors: {
          401: ['unauthenticated'],
          404: ['variant_not_found'],
          409: ['account_changed'],
          422: ['email_missing'],
        },
      },
    },
    async (request, reply) => {
      request.actorIfAny = await findActor(app.db, acceptedAuthSecrets, request.headers);
      await requestBackInStockAlert(app.db, request.actorIfAny, request.body);
      return reply.status(201).send({ message: waitlistMessages.done });
    },
  );
};
