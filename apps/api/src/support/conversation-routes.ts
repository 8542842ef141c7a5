import { ConversationReplied, OpenedConversation } from '@shop/contracts/support/conversation-schema';
import * as operations from '@shop/contracts/support/operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
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

/** The support tickets of a customer, in the account. */
export const conversationRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  const { db } = app;

  handle(app, operations.listConversations, { access: 'owner' }, async ({ actor, query }, reply) => {
    const { conversations, next } = await browseConversations(db, actor, query.after);
    setNextLink(reply, '/api/conversations', query, next);
    return conversations;
  });

  handle(app, operations.countUnreadConversations, { access: 'owner' }, ({ actor }) =>
    countUnreadConversations(db, actor),
  );

  handle(app, operations.getConversation, { access: 'owner' }, ({ actor, params }) =>
    getConversation(db, actor, params.id),
  );

  handle(app, operations.listOrderMessages, { access: 'owner' }, ({ actor, params }) =>
    getOrderMessages(db, actor, params.id),
  );

  handle(app, operations.openConversation, { access: 'owner', rate: 'write' }, async (request) => {
    const opened = await runIdempotent(db, keyedCall(request), OpenedConversation, (tx) =>
      openConversation(tx, request.actor, request.body),
    );
    return opened;
  });

  handle(app, operations.replyToConversation, { access: 'owner', rate: 'write' }, (request) =>
    runIdempotent(db, keyedCall(request), ConversationReplied, (tx) =>
      replyAsCustomer(tx, request.actor, request.params.id, request.body.message),
    ),
  );

  handle(app, operations.markConversationRead, { access: 'owner', rate: 'cart' }, ({ actor, params }) =>
    markConversationRead(db, actor, params.id),
  );
};
