import { NewTicket, OpenedTicket } from '@shop/contracts/support/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { findActor } from '#identity/service.ts';
import { openTicket } from './service.ts';

export const supportRoutes: FastifyPluginAsyncZod<{ acceptedAuthSecrets: readonly string[] }> = async (
  app,
  { acceptedAuthSecrets },
) => {
  app.post(
    '/support/tickets',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        operationId: 'createTicket',
        tags: ['Support'],
        summary: 'Create a support ticket. The same message within 10 minutes returns the same ticket',
        body: NewTicket,
        response: { 201: OpenedTicket },
        errors: { 401: ['unauthenticated'], 409: ['account_changed'] },
      },
    },
    async (request, reply) => {
      const sender = await findActor(app.db, acceptedAuthSecrets, request.headers);
      request.actorIfAny = sender;
      return reply.status(201).send(await openTicket(app.db, request.body, sender?.id));
    },
  );
};
