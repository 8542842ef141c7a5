import { Id } from '@shop/contracts/common/schema';
import {
  Conversation,
  ConversationQuery,
  ConversationReplied,
  ConversationReply,
  ConversationSummary,
  NewConversation,
  OpenedConversation,
  OrderMessage,
  UnreadConversations,
} from '@shop/contracts/support/conversation-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import {
  browseConversations,
  countUnreadConversations,
  getConversation,
  getOrderMessages,
  markConversationRead,
  openConversation,
  replyAsCustomer,
} from './conversations.ts';

const tags = ['Support'];
const params = z.object({ id: Id });

/** The support tickets of a customer, in the account. */
export const conversationRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const { db } = app;

  app.get(
    '/conversations',
    {
      config: { access: 'owner' },
      schema: {
        operationId: 'listConversations',
        tags,
        summary: 'List your conversations with support, newest first',
        querystring: ConversationQuery,
        response: { 200: z.array(ConversationSummary) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ actor, query }, reply) => {
      const { conversations, next } = await browseConversations(db, actor, query.after);
      setNextLink(reply, '/api/conversations', query, next);
      return conversations;
    },
  );

  app.get(
    '/conversations/unread',
    {
      config: { access: 'owner' },
      schema: {
        operationId: 'countUnreadConversations',
        tags,
        summary: 'Count your conversations with unread replies',
        response: { 200: UnreadConversations },
      },
    },
    ({ actor }) => countUnreadConversations(db, actor),
  );

  app.get(
    '/conversations/:id',
    {
      config: { access: 'owner' },
      schema: {
        operationId: 'getConversation',
        tags,
        summary: 'Get one of your conversations with its messages',
        params,
        response: { 200: Conversation },
        errors: { 404: ['conversation_not_found'] },
      },
    },
    ({ actor, params }) => getConversation(db, actor, params.id),
  );

  app.get(
    '/orders/:id/messages',
    {
      config: { access: 'owner' },
      schema: {
        operationId: 'listOrderMessages',
        tags,
        summary: 'List the messages about your order, newest first',
        params,
        response: { 200: z.array(OrderMessage) },
      },
    },
    ({ actor, params }) => getOrderMessages(db, actor, params.id),
  );

  app.post(
    '/conversations',
    {
      config: { access: 'owner', rate: 'write' },
      schema: {
        operationId: 'openConversation',
        tags,
        summary: 'Ask support about one of your orders',
        headers: IdempotencyHeaders,
        body: NewConversation,
        response: { 201: OpenedConversation },
        errors: { 404: ['order_not_found'] },
      },
    },
    async (request, reply) => {
      const opened = await runIdempotent(db, keyedCall(request), OpenedConversation, (tx) =>
        openConversation(tx, request.actor, request.body),
      );
      return reply.status(201).send(opened);
    },
  );

  app.post(
    '/conversations/:id/messages',
    {
      config: { access: 'owner', rate: 'write' },
      schema: {
        operationId: 'replyToConversation',
        tags,
        summary: 'Write a message in one of your conversations. Reopens a closed one',
        params,
        headers: IdempotencyHeaders,
        body: ConversationReply,
        response: { 200: ConversationReplied },
        errors: { 404: ['conversation_not_found'], 409: ['conversation_full'] },
      },
    },
    (request) =>
      runIdempotent(db, keyedCall(request), ConversationReplied, (tx) =>
        replyAsCustomer(tx, request.actor, request.params.id, request.body.message),
      ),
  );

  app.post(
    '/conversations/:id/read',
    {
      config: { access: 'owner', rate: 'cart' },
      schema: {
        operationId: 'markConversationRead',
        tags,
        summary: 'Mark the replies in one of your conversations as read',
        params,
        response: { 200: UnreadConversations },
        errors: { 404: ['conversation_not_found'] },
      },
    },
    ({ actor, params }) => markConversationRead(db, actor, params.id),
  );
};
