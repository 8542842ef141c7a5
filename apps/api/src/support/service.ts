import type { AdminTicketQuery } from '@shop/contracts/support/admin-schema';
import { supportMessages } from '@shop/contracts/support/messages';
import type { NewTicket, OpenedTicket } from '@shop/contracts/support/schema';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { lockActiveUser, lockAgainstDeletion } from '#platform/http/active-user.ts';
import { countMatching } from './admin-queries.ts';
import { findOrder, findRecentTicket, insertTicket, lockSender } from './queries.ts';

/** Up to `limit`. */
export async function countTickets(db: Db, filter: AdminTicketQuery, limit: number) {
  const { count } = await db.run(countMatching(filter, limit));
  return count;
}

/** The same message from the same email address within 10 minutes is one ticket: a double click or a reload. */
export async function openTicket(
  db: Db,
  { message, orderNumber, ...ticket }: NewTicket,
  userId: string | undefined,
): Promise<OpenedTicket> {
  // Stored even if no such order is found: it may be mistyped, or placed with another email address.
  const body = orderNumber ? `${message}\n\n${supportMessages.aboutOrder(orderNumber)}` : message;

  return db.transaction(async (tx) => {
    const sender = userId ? await lockActiveUser(tx, userId) : undefined;
    if (!sender) await lockAgainstDeletion(tx, { email: ticket.email });
    await tx.run(lockSender(ticket.email));
    const sentBefore = await tx.run(findRecentTicket({ ...ticket, body }));
    if (sentBefore) return openedTicket(sentBefore, sender);

    const order = orderNumber ? await tx.run(findOrder(orderNumber, ticket.email)) : undefined;
    const orderId = order?.id;
    const opened = await insertTicket(tx, { ...ticket, body, userId, orderId });
    const to = ticket.email;
    const isOwnAddress = sender?.emailVerified && sender.email === to;
    await queueEmail(tx, {
      kind: 'ticket_opened',
      to,
      userId,
      orderId,
      data: { number: opened.number, conversationId: isOwnAddress ? opened.id : null },
    });
    return openedTicket(opened, sender);
  });
}

/** Only a logged-in customer has a page for the ticket. */
const openedTicket = ({ id, number }: { id: string; number: string }, sender: object | undefined): OpenedTicket =>
  sender ? { id, number } : { number };
