import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { ByOrder } from '../orders/params.ts';
import {
  Conversation,
  ConversationQuery,
  ConversationReplied,
  ConversationReply,
  ConversationSummary,
  InboundEmail,
  NewConversation,
  OpenedConversation,
  OrderMessage,
  ReceivedEmail,
  UnreadConversations,
} from './conversation-schema.ts';
import { NewTicket, OpenedTicket } from './schema.ts';

const tag = 'Support';

const ByConversation = z.object({ id: Id.describe('One of your conversations.') });

export const listConversations = operation('GET /conversations', {
  id: 'listConversations',
  tag,
  summary: 'List your conversations with support, newest first',
  query: ConversationQuery,
  response: z.array(ConversationSummary),
  headers: ['Link'],
});

export const countUnreadConversations = operation('GET /conversations/unread', {
  id: 'countUnreadConversations',
  tag,
  summary: 'Count your conversations with unread replies',
  response: UnreadConversations,
});

export const getConversation = operation('GET /conversations/:id', {
  id: 'getConversation',
  tag,
  summary: 'Get one of your conversations with its messages',
  params: ByConversation,
  response: Conversation,
  errors: { 404: ['conversation_not_found'] },
});

export const listOrderMessages = operation('GET /orders/:id/messages', {
  id: 'listOrderMessages',
  tag,
  summary: 'List the messages about your order, newest first',
  params: ByOrder,
  response: z.array(OrderMessage),
});

export const openConversation = operation('POST /conversations', {
  id: 'openConversation',
  tag,
  summary: 'Ask support about one of your orders',
  idempotent: true,
  body: NewConversation,
  status: 201,
  response: OpenedConversation,
  errors: { 404: ['order_not_found'] },
});

export const replyToConversation = operation('POST /conversations/:id/messages', {
  id: 'replyToConversation',
  tag,
  summary: 'Write a message in one of your conversations. Reopens a closed one',
  params: ByConversation,
  idempotent: true,
  body: ConversationReply,
  response: ConversationReplied,
  errors: { 404: ['conversation_not_found'], 409: ['conversation_full'] },
});

export const markConversationRead = operation('POST /conversations/:id/read', {
  id: 'markConversationRead',
  tag,
  summary: 'Mark the replies in one of your conversations as read',
  params: ByConversation,
  response: UnreadConversations,
  errors: { 404: ['conversation_not_found'] },
});

export const receiveInboundMail = operation('POST /inbound-mail', {
  id: 'receiveInboundMail',
  tag,
  summary: 'Receive a reply to a support email from the mail relay. The same Message-ID is stored once',
  requestHeaders: z.looseObject({
    'x-inbound-secret': z
      .string()
      .max(500)
      .optional()
      .describe('The secret that store and mail relay share. A store without an inbound address accepts none.'),
  }),
  body: InboundEmail,
  response: ReceivedEmail,
  errors: { 401: ['secret_invalid'], 403: ['sender_rejected'], 409: ['account_changed'] },
});

export const createTicket = operation('POST /support/tickets', {
  id: 'createTicket',
  tag,
  summary: 'Create a support ticket. The same message within 10 minutes returns the same ticket',
  body: NewTicket,
  status: 201,
  response: OpenedTicket,
  errors: { 401: ['unauthenticated'], 409: ['account_changed'] },
});
