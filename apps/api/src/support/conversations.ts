import { orderMessages } from '@shop/contracts/orders/messages';
import { conversationMessages as texts } from '@shop/contracts/support/conversation-messages';
import {
  CONVERSATIONS_SHOWN,
  type Conversation,
  type InboundEmail,
  MESSAGES_MAX,
  type NewConversation,
  type OpenedConversation,
  ORDER_MESSAGES_SHOWN,
} from '@shop/contracts/support/conversation-schema';
import { plainAddress, queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser, lockAgainstDeletion, lockIfActive } from '#platform/http/active-user.ts';
import { paginate } from '#platform/http/paging.ts';
import { toIso, withIsoDate } from '#platform/timestamps.ts';
import { findTicket } from './admin-queries.ts';
import {
  countUnread,
  findConversation,
  findOwnOrder,
  insertCustomerMessage,
  listConversations,
  listOrderMessages,
  lockAnyConversation,
  lockConversation,
  updateRead,
} from './conversation-queries.ts';
import { insertTicket } from './queries.ts';
import { visibleReply } from './reply-text.ts';

/** Characters of a reply by email: what the database stores. */
const EMAIL_REPLY_MAX = 5_000;

/** Also for the conversation of another customer: 404, never 403. */
const notFound = () => new DomainError('not_found', 'conversation_not_found', texts.notFound);

export async function browseConversations(db: Db, actor: Actor, after?: string) {
  const rows = await db.run(listConversations(actor.id, { limit: CONVERSATIONS_SHOWN + 1, after }));
  const { items, next } = paginate(rows, CONVERSATIONS_SHOWN);
  const conversations = items.map(({ lastMessage, ...conversation }) => ({
    ...withIsoDate(conversation),
    lastMessage: { ...lastMessage, at: toIso(lastMessage.at) },
  }));
  return { conversations, next };
}

export const countUnreadConversations = (db: Db, actor: Actor) => db.run(countUnread(actor.id));

export async function getConversation(db: Db, actor: Actor, id: string): Promise<Conversation> {
  const found = await db.run(findConversation(actor.id, id));
  if (!found) throw notFound();
  return { ...withIsoDate(found), messages: found.messages.map(withIsoDate) };
}

/** None for the order of another customer. */
export async function getOrderMessages(db: Db, actor: Actor, orderId: string) {
  const messages = await db.run(listOrderMessages(actor.id, orderId, ORDER_MESSAGES_SHOWN));
  return messages.map((message) => ({ ...message, at: toIso(message.at) }));
}

/** About an order of the actor. */
export async function openConversation(
  tx: Db,
  actor: Actor,
  { orderId, message }: NewConversation,
): Promise<OpenedConversation> {
  const { id: userId, name, email } = await lockActiveUser(tx, actor.id);
  const order = await tx.run(findOwnOrder(userId, orderId));
  if (!order) throw new DomainError('not_found', 'order_not_found', orderMessages.notFound);

  const subject = texts.subjectOfOrder(order.number);
  const opened = await insertTicket(tx, { userId, name, email, subject, orderId, body: message });
  const data = { number: opened.number, conversationId: opened.id };
  await queueEmail(tx, { kind: 'ticket_opened', to: email, userId, orderId, data });
  return opened;
}

/** Reopens a closed conversation. */
export async function replyAsCustomer(tx: Db, actor: Actor, id: string, message: string) {
  await lockActiveUser(tx, actor.id);
  const conversation = await tx.run(lockConversation(actor.id, id));
  if (!conversation) throw notFound();
  assertNotFull(conversation);
  await insertCustomerMessage(tx, { ticketId: id, authorUserId: actor.id, body: message });
  return { status: 'open' } as const;
}

export async function markConversationRead(db: Db, actor: Actor, id: string) {
  if (!(await db.run(updateRead(actor.id, id)))) throw notFound();
  return db.run(countUnread(actor.id));
}

/**
 * Stores an email to the reply address of a ticket once for each Message-ID. Only the address that the ticket's emails go
 * to may write, and with an account only once that has verified it. Returns whether it was stored.
 */
export function receiveEmail(db: Db, ticketId: string, email: InboundEmail) {
  // Anyone can write any sender into an email: only the check of the relay shows that it is from the customer.
  const mark = email.dmarc?.trim().toLowerCase() === 'pass' ? '' : `${texts.senderNotVerified}\n\n`;
  const reply = visibleReply(email.text, EMAIL_REPLY_MAX - mark.length);
  const isAutomatic = (email.autoSubmitted ?? 'no').trim().toLowerCase() !== 'no';
  return db.transaction(async (tx) => {
    const ticket = await tx.run(findTicket(ticketId));
    if (!ticket || plainAddress(email.from) !== ticket.email) throw senderRejected();
    if (ticket.userId) {
      const user = await lockIfActive(tx, ticket.userId);
      if (!user?.emailVerified || user.email !== ticket.email) throw senderRejected();
    } else await lockAgainstDeletion(tx, { email: ticket.email });

    const conversation = await tx.run(lockAnyConversation(ticketId));
    if (!conversation) throw senderRejected();
    if (reply === '' || isAutomatic || conversation.messages >= MESSAGES_MAX) return false;
    return insertCustomerMessage(tx, {
      ticketId,
      authorUserId: conversation.userId,
      body: mark + reply,
      emailMessageId: email.messageId,
    });
  });
}

/** The same for an unknown ticket: the sender learns nothing about it. */
export const senderRejected = () => new DomainError('forbidden', 'sender_rejected', texts.inboundRejected);

function assertNotFull({ messages }: { messages: number }) {
  if (messages >= MESSAGES_MAX) throw new DomainError('conflict', 'conversation_full', texts.full);
}
