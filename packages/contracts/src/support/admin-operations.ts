import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { ById } from '../common/schema.ts';
import { AdminTicketQuery, Ticket, TicketChange, TicketReplied, TicketReply, TicketSummary } from './admin-schema.ts';

const tag = 'Admin: support';

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
  params: ById,
  response: Ticket,
  errors: { 404: ['ticket_not_found'] },
});

export const replyToTicket = operation('POST /admin/tickets/:id/messages', {
  id: 'replyToTicket',
  tag,
  summary: 'Reply to a support ticket by email',
  params: ById,
  idempotent: true,
  body: TicketReply,
  response: TicketReplied,
  errors: { 404: ['ticket_not_found'], 409: ['account_changed'] },
});

export const setTicketStatus = operation('PUT /admin/tickets/:id/status', {
  id: 'setTicketStatus',
  tag,
  summary: 'Close or reopen a support ticket',
  params: ById,
  body: TicketChange,
  response: TicketChange,
  errors: { 404: ['ticket_not_found'] },
});
