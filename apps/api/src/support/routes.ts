import { createHash, timingSafeEqual } from 'node:crypto';
import { problemMessages } from '@shop/contracts/common/messages';
import { ConversationReplied, OpenedConversation } from '@shop/contracts/support/conversation-schema';
import * as operations from '@shop/contracts/support/operations';
import type { FastifyPluginAsync } from 'fastify';
import { findActor } from '#identity/service.ts';
import { ticketOfReplyAddress } from '#mail/service.ts';
import { DomainError } from '#platform/errors.ts';
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
  receiveEmail,
  replyAsCustomer,
  senderRejected,
} from './conversations.ts';
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

/** An email without attachments, as JSON. */
const BODY_MAX = 512 * 1_024;

export type InboundOptions = {
  inboundMail: { address: string; secret: string } | undefined;
  acceptedAuthSecrets: readonly string[];
};
/** Emails that the mail relay of the store forwards, authenticated by a shared secret. */
const inboundMailRoutes: FastifyPluginAsync<InboundOptions> = async (app, { inboundMail, acceptedAuthSecrets }) => {
  handle(
    app,
    operations.receiveInboundMail,
    {
      access: 'public',
      rate: 'webhook',
      bodyLimit: BODY_MAX,
      // Before the body is read and validated. A store without an inbound address accepts no secret.
      onRequest: async ({ headers }) => {
        if (!inboundMail || !isEqual(String(headers['x-inbound-secret'] ?? ''), inboundMail.secret))
          throw new DomainError('unauthenticated', 'secret_invalid', problemMessages.unauthenticated);
      },
    },
    async ({ body }) => {
      const ticketId = inboundMail && ticketOfReplyAddress(inboundMail.address, [body.to].flat(), acceptedAuthSecrets);
      if (!ticketId) throw senderRejected();
      return { received: true, stored: await receiveEmail(app.db, ticketId, body) } as const;
    },
  );
};

/** Constant-time, also for a secret of another length. */
const isEqual = (given: string, expected: string) =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest());

/** The support tickets of a customer, in the account. */
const conversationRoutes: FastifyPluginAsync = async (app) => {
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
