import { NewTicket, OpenedTicket } from '@shop/contracts/support/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { findActor } from '#identity/service.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { type InboundOptions, inboundMailRoutes } from './inbound-routes.ts';
import { openTicket } from './service.ts';

/** Tickets of guests and customers, conversations in the account, and replies by email. */
export const supportRoutes: FastifyPluginAsyncZod<InboundOptions> = async (
  app,
  { acceptedAuthSecrets, inboundMail },
) => {
  await app.register(conversationRoutes);
  await app.register(inboundMailRoutes, { acceptedAuthSecrets, inboundMail });

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
