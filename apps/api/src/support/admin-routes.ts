import { adminTicketMessages } from '@shop/contracts/support/admin-messages';
import * as operations from '@shop/contracts/support/admin-operations';
import {
  ADMIN_TICKETS_SHOWN,
  type AdminTicketQuery,
  type Ticket,
  type TicketChange,
  TicketReplied,
} from '@shop/contracts/support/admin-schema';
import type { FastifyPluginAsync } from 'fastify';
import { record } from '#audit/service.ts';
import { queueEmail } from '#mail/service.ts';
import { notifyConversationReply } from '#notifications/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { paginate, setNextLink } from '#platform/http/paging.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { findTicket, insertReply, listMessages, listTickets, lockTicket, updateStatus } from './admin-queries.ts';

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

const notFound = () => new DomainError('not_found', 'ticket_not_found', adminTicketMessages.notFound);

async function browseTickets(db: Db, query: AdminTicketQuery) {
  const rows = await db.run(listTickets(query, ADMIN_TICKETS_SHOWN + 1));
  const { items, next } = paginate(rows, ADMIN_TICKETS_SHOWN);
  return { tickets: items.map(withIsoDate), next };
}

async function getTicket(db: Db, id: string): Promise<Ticket> {
  const found = await db.run(findTicket(id));
  if (!found) throw notFound();
  const { orderId, orderNumber, ...ticket } = found;
  const order = orderId && orderNumber ? { id: orderId, number: orderNumber } : null;
  return { ...withIsoDate(ticket), order, messages: (await db.run(listMessages(id))).map(withIsoDate) };
}

/** Atomic: reply, status, email and audit entry. */
async function replyToTicket(tx: Db, actor: Actor, id: string, message: string): Promise<TicketReplied> {
  const found = await tx.run(findTicket(id));
  if (found?.userId) await lockAgainstDeletion(tx, { id: found.userId });
  const ticket = await tx.run(lockTicket(id));
  if (!ticket) throw notFound();
  const { number, subject, email: to } = ticket;

  await tx.run(insertReply(id, actor.id, message));
  await tx.run(updateStatus(id, 'answered'));
  await queueEmail(tx, {
    kind: 'ticket_answered',
    to,
    userId: ticket.userId ?? undefined,
    data: { number, subject, reply: message, ticketId: id, conversationId: ticket.userId ? id : null },
  });
  if (ticket.userId) await notifyConversationReply(tx, { userId: ticket.userId, conversationId: id, number });
  // Without the text, which is stored only with the ticket and deleted with it.
  await record(tx, actor, {
    action: 'ticket.reply',
    entity: 'ticket',
    entityId: id,
    before: { status: ticket.status },
    after: { status: 'answered' },
  });
  return { status: 'answered' };
}

function setTicketStatus(db: Db, actor: Actor, id: string, { status }: TicketChange) {
  return db.transaction(async (tx) => {
    const ticket = await tx.run(lockTicket(id));
    if (!ticket) throw notFound();
    if (ticket.status === status) return { status };

    await tx.run(updateStatus(id, status));
    await record(tx, actor, {
      action: 'ticket.status',
      entity: 'ticket',
      entityId: id,
      before: { status: ticket.status },
      after: { status },
    });
    return { status };
  });
}
