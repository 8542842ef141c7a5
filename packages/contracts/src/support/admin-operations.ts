import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { AdminTicketQuery, Ticket, TicketChange, TicketReplied, TicketReply, TicketSummary } from './admin-schema.ts';

const tag = 'Admin: support';

const ByTicket = z.object({ id: Id.describe('The ticket, of which its number is the end.') });

export const listTickets = operation('GET /admin/tickets', {
  id: 'listTickets',
  tag,
  summary: 'List support tickets by status, newest first by default',
  query: AdminTicketQuery,
  response: z.array(TicketSummary),
  headers: ['Link'],
});

export const getTicket = operation('GET /admin/tickets/:id', {
  id: 'getTicket',
  tag,
  summary: 'Get a support ticket with its messages',
  params: ByTicket,
  response: Ticket,
  errors: { 404: ['ticket_not_found'] },
});

export const replyToTicket = operation('POST /admin/tickets/:id/messages', {
  id: 'replyToTicket',
  tag,
  summary: 'Reply to a support ticket by email',
  params: ByTicket,
  idempotent: true,
  body: TicketReply,
  response: TicketReplied,
  errors: { 404: ['ticket_not_found'], 409: ['account_changed'] },
});

export const setTicketStatus = operation('PUT /admin/tickets/:id/status', {
  id: 'setTicketStatus',
  tag,
  summary: 'Close or reopen a support ticket',
  params: ByTicket,
  body: TicketChange,
  response: TicketChange,
  errors: { 404: ['ticket_not_found'] },
});
