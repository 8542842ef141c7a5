import type { NewTicket, OpenedTicket } from '@shop/contracts/support';
import { supportMessages } from '@shop/contracts/support-texts';
import type { Db } from '#db.ts';
import { queueMail } from '#mail/service.ts';
import { lockActiveUser, lockAgainstDeletion } from '#platform/active-user.ts';
import { findOrderId, findRecentTicket, insertTicket, lockSender } from './queries.ts';

/** The same words from the same address, sent again within minutes, are one question: a double click or a reload. */
export async function openTicket(
  db: Db,
  { message, orderNumber, ...ticket }: NewTicket,
  userId: string | undefined,
): Promise<OpenedTicket> {
  // Written down even if we know no such order: the sender may have mistyped it, or ordered with another address.
  const body = orderNumber ? `${message}\n\n${supportMessages.aboutOrder(orderNumber)}` : message;

  return db.transaction(async (tx) => {
    if (userId) await lockActiveUser(tx, userId);
    else await lockAgainstDeletion(tx, { email: ticket.email });
    await lockSender(tx, ticket.email);
    const sentBefore = await findRecentTicket(tx, { ...ticket, body });
    if (sentBefore) return sentBefore;

    const orderId = orderNumber && (await findOrderId(tx, orderNumber, ticket.email));
    const opened = await insertTicket(tx, { ...ticket, body, userId, orderId });
    const { name, email: to, subject } = ticket;
    await queueMail(tx, { kind: 'ticket_opened', to, userId, orderId, data: { name, number: opened.number, subject } });
    return opened;
  });
}
