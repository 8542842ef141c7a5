import * as operations from '@shop/contracts/support/operations';
import type { FastifyPluginAsync } from 'fastify';
import { findActor } from '#identity/service.ts';
import { handle } from '#platform/http/handle.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { type InboundOptions, inboundMailRoutes } from './inbound-routes.ts';
import { openTicket } from './service.ts';

/** Tickets of guests and customers, conversations in the account, and replies by email. */
export const supportRoutes: FastifyPluginAsync<InboundOptions> = async (app, { acceptedAuthSecrets, inboundMail }) => {
  await app.register(conversationRoutes);
  await app.register(inboundMailRoutes, { acceptedAuthSecrets, inboundMail });

  handle(app, operations.createTicket, { access: 'public', rate: 'write' }, async (request) => {
    const sender = await findActor(app.db, acceptedAuthSecrets, request.headers);
    request.actorIfAny = sender;
    return openTicket(app.db, request.body, sender?.id);
  });
};
