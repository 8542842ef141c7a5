import * as operations from '@shop/contracts/support/admin-operations';
import { TicketReplied } from '@shop/contracts/support/admin-schema';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseTickets, getTicket, replyToTicket, setTicketStatus } from './admin.ts';

export const adminTicketRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.listTickets, { access: 'tickets.read' }, async ({ query }, reply) => {
    const { tickets, next } = await browseTickets(app.db, query);
    setNextLink(reply, '/api/admin/tickets', query, next);
    return tickets;
  });

  handle(app, operations.getTicket, { access: 'tickets.read' }, ({ params }) => getTicket(app.db, params.id));

  handle(app, operations.replyToTicket, { access: 'tickets.reply', rate: 'cart' }, (request) =>
    runIdempotent(app.db, keyedCall(request), TicketReplied, (tx) =>
      replyToTicket(tx, request.actor, request.params.id, request.body.message),
    ),
  );

  handle(app, operations.setTicketStatus, { access: 'tickets.reply', rate: 'cart' }, ({ actor, params, body }) =>
    setTicketStatus(app.db, actor, params.id, body),
  );
};
