import {
  ADMIN_TICKETS_SHOWN,
  type AdminTicketQuery,
  type Ticket,
  type TicketAnswered,
  type TicketChange,
} from '@shop/contracts/admin-tickets';
import { adminTicketMessages } from '@shop/contracts/admin-tickets-texts';
import { record } from '#audit/service.ts';
import type { Db } from '#db.ts';
import { queueMail } from '#mail/service.ts';
import type { Actor } from '#platform/access.ts';
import { lockAgainstDeletion } from '#platform/active-user.ts';
import { DomainError } from '#platform/errors.ts';
import { pageOf } from '#platform/paging.ts';
import { findTicket, insertAnswer, listMessages, listTickets, lockTicket, updateStatus } from './queries-desk.ts';

const dated = <Row extends { createdAt: Date }>(row: Row) => ({ ...row, createdAt: row.createdAt.toISOString() });
const notFound = () => new DomainError('not_found', 'ticket_not_found', adminTicketMessages.notFound);

export async function browseTickets(db: Db, query: AdminTicketQuery) {
  const { items, next } = pageOf(await listTickets(db, query, ADMIN_TICKETS_SHOWN + 1), ADMIN_TICKETS_SHOWN);
  return { tickets: items.map(dated), next };
}

export async function getTicket(db: Db, id: string): Promise<Ticket> {
  const found = await findTicket(db, id);
  if (!found) throw notFound();
  const { orderId, orderNumber, ...ticket } = found;
  const order = orderId && orderNumber ? { id: orderId, number: orderNumber } : null;
  return { ...dated(ticket), order, messages: (await listMessages(db, id)).map(dated) };
}

/** Answer, state, mail and record are kept together. */
export async function answerTicket(tx: Db, actor: Actor, id: string, message: string): Promise<TicketAnswered> {
  const found = await findTicket(tx, id);
  if (found?.userId) await lockAgainstDeletion(tx, { id: found.userId });
  const ticket = await lockTicket(tx, id);
  if (!ticket) throw notFound();
  const { name, number, subject, email: to } = ticket;

  await insertAnswer(tx, id, actor.id, message);
  await updateStatus(tx, id, 'answered');
  await queueMail(tx, {
    kind: 'ticket_answered',
    to,
    userId: ticket.userId ?? undefined,
    data: { name, number, subject, answer: message },
  });
  // The words themselves stay with the ticket, and go with it.
  await record(tx, actor, {
    action: 'ticket.answer',
    entity: 'ticket',
    entityId: id,
    before: { status: ticket.status },
    after: { status: 'answered' },
  });
  return { status: 'answered' };
}

export function setTicketStatus(db: Db, actor: Actor, id: string, { status }: TicketChange) {
  return db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, id);
    if (!ticket) throw notFound();
    if (ticket.status === status) return { status };

    await updateStatus(tx, id, status);
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
