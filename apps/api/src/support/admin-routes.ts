import {
  AdminTicketQuery,
  Ticket,
  TicketAnswer,
  TicketAnswered,
  TicketChange,
  TicketSummary,
} from '@shop/contracts/admin-tickets';
import { Id } from '@shop/contracts/common';
import { Problem } from '@shop/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { privately } from '#platform/caching.ts';
import { IdempotencyHeaders, keyedCall, once } from '#platform/idempotency.ts';
import { linkNext } from '#platform/paging.ts';
import { answerTicket, browseTickets, getTicket, setTicketStatus } from './desk.ts';

const tags = ['Admin: support'];
const params = z.object({ id: Id });
const refusals = { 401: Problem, 403: Problem, 404: Problem, 422: Problem };

export const adminTicketRoutes: FastifyPluginAsyncZod = async (app) => {
  privately(app);

  app.get(
    '/admin/tickets',
    {
      config: { access: 'tickets.see' },
      schema: {
        tags,
        summary: 'Support tickets in one state, or all, newest first',
        querystring: AdminTicketQuery,
        response: { 200: z.array(TicketSummary), ...refusals },
      },
    },
    async ({ query }, reply) => {
      const { tickets, next } = await browseTickets(app.db, query);
      linkNext(reply, '/api/admin/tickets', query, next);
      return tickets;
    },
  );

  app.get(
    '/admin/tickets/:id',
    {
      config: { access: 'tickets.see' },
      schema: { tags, summary: 'A ticket with all its messages', params, response: { 200: Ticket, ...refusals } },
    },
    ({ params }) => getTicket(app.db, params.id),
  );

  app.post(
    '/admin/tickets/:id/messages',
    {
      config: { access: 'tickets.answer', rate: 'cart' },
      schema: {
        tags,
        summary: 'Answers a ticket by mail',
        params,
        headers: IdempotencyHeaders,
        body: TicketAnswer,
        response: { 200: TicketAnswered, ...refusals },
      },
    },
    (request) =>
      once(app.db, keyedCall(request), TicketAnswered, (tx) =>
        answerTicket(tx, request.actor, request.params.id, request.body.message),
      ),
  );

  app.put(
    '/admin/tickets/:id/status',
    {
      config: { access: 'tickets.answer', rate: 'cart' },
      schema: {
        tags,
        summary: 'Closes a ticket, or opens it again',
        params,
        body: TicketChange,
        response: { 200: TicketChange, ...refusals },
      },
    },
    ({ actor, params, body }) => setTicketStatus(app.db, actor, params.id, body),
  );
};
