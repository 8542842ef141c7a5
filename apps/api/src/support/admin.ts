import { adminTicketMessages } from '@shop/contracts/support/admin-messages';
import {
  ADMIN_TICKETS_SHOWN,
  type AdminTicketQuery,
  type Ticket,
  type TicketChange,
  type TicketReplied,
} from '@shop/contracts/support/admin-schema';
import { record } from '#audit/service.ts';
import { queueEmail } from '#mail/service.ts';
import { notifyConversationReply } from '#notifications/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
import { paginate } from '#platform/http/paging.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { findTicket, insertReply, listMessages, listTickets, lockTicket, updateStatus } from './admin-queries.ts';

const notFound = () => new DomainError('not_found', 'ticket_not_found', adminTicketMessages.notFound);

export async function browseTickets(db: Db, query: AdminTicketQuery) {
  const rows = await db.run(listTickets(query, ADMIN_TICKETS_SHOWN + 1));
  const { items, next } = paginate(rows, ADMIN_TICKETS_SHOWN);
  return { tickets: items.map(withIsoDate), next };
}

export async function getTicket(db: Db, id: string): Promise<Ticket> {
  const found = await db.run(findTicket(id));
  if (!found) throw notFound();
  const { orderId, orderNumber, ...ticket } = found;
  const order = orderId && orderNumber ? { id: orderId, number: orderNumber } : null;
  return { ...withIsoDate(ticket), order, messages: (await db.run(listMessages(id))).map(withIsoDate) };
}

/** Atomic: reply, status, email and audit entry. */
export async function replyToTicket(tx: Db, actor: Actor, id: string, message: string): Promise<TicketReplied> {
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

export function setTicketStatus(db: Db, actor: Actor, id: string, { status }: TicketChange) {
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
