import { Id } from '@shop/contracts/common/schema';
import {
  AdminTicketQuery,
  Ticket,
  TicketChange,
  TicketReplied,
  TicketReply,
  TicketSummary,
} from '@shop/contracts/support/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseTickets, getTicket, replyToTicket, setTicketStatus } from './admin.ts';

const tags = ['Admin: support'];
const params = z.object({ id: Id });

export const adminTicketRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/tickets',
    {
      config: { access: 'tickets.read' },
      schema: {
        operationId: 'listTickets',
        tags,
        summary: 'List support tickets by status, newest first by default',
        querystring: AdminTicketQuery,
        response: { 200: z.array(TicketSummary) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ query }, reply) => {
      const { tickets, next } = await browseTickets(app.db, query);
      setNextLink(reply, '/api/admin/tickets', query, next);
      return tickets;
    },
  );

  app.get(
    '/admin/tickets/:id',
    {
      config: { access: 'tickets.read' },
      schema: {
        operationId: 'getTicket',
        tags,
        summary: 'Get a support ticket with its messages',
        params,
        response: { 200: Ticket },
        errors: { 404: ['ticket_not_found'] },
      },
    },
    ({ params }) => getTicket(app.db, params.id),
  );

  app.post(
    '/admin/tickets/:id/messages',
    {
      config: { access: 'tickets.reply', rate: 'cart' },
      schema: {
        operationId: 'replyToTicket',
        tags,
        summary: 'Reply to a support ticket by email',
        params,
        headers: IdempotencyHeaders,
        body: TicketReply,
        response: { 200: TicketReplied },
        errors: { 404: ['ticket_not_found'], 409: ['account_changed'] },
      },
    },
    (request) =>
      runIdempotent(app.db, keyedCall(request), TicketReplied, (tx) =>
        replyToTicket(tx, request.actor, request.params.id, request.body.message),
      ),
  );

  app.put(
    '/admin/tickets/:id/status',
    {
      config: { access: 'tickets.reply', rate: 'cart' },
      schema: {
        operationId: 'setTicketStatus',
        tags,
        summary: 'Close or reopen a support ticket',
        params,
        body: TicketChange,
        response: { 200: TicketChange },
        errors: { 404: ['ticket_not_found'] },
      },
    },
    ({ actor, params, body }) => setTicketStatus(app.db, actor, params.id, body),
  );
};
