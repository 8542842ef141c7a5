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
import { TicketStatus } from '@shop/contracts/support/schema';
import { z } from 'zod';
import { plainAddress, queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, json, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, first, one, sql, when } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser, lockAgainstDeletion, lockIfActive } from '#platform/http/active-user.ts';
import { paginate } from '#platform/http/paging.ts';
import { toIso, withIsoDate } from '#platform/timestamps.ts';
import { findTicket } from './admin-queries.ts';
import { insertTicket } from './queries.ts';

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

/** Characters of a message in lists. */
const EXCERPT = 200;

/**
 * The tickets `t` of this account: opened while logged in, or as a guest with the address that the account has verified
 * since. Both are ranges of an index.
 */
const belongsTo = (userId: string) => sql`
  (t.user_id = ${userId} or (t.user_id is null
     and t.email = (select email from users where id = ${userId} and email_verified)))`;

const HAS_UNREAD = sql`
  exists (select from support_messages r
           where r.ticket_id = t.id and r.from_staff and r.created_at > t.customer_read_at)`;

const summary = {
  id: uuid,
  number: text,
  subject: text,
  status: oneOf(TicketStatus.options),
  createdAt: timestamp,
  order: orNull(json(z.object({ id: z.string(), number: z.string() }))),
};

const summaryColumns = (userId: string) => sql`
  t.id, t.number, t.subject, t.status, t.created_at,
  (select json_build_object('id', o.id, 'number', o.number) from orders o
    where o.id = t.order_id and o.user_id = ${userId}) as order`;

const LastMessage = z.object({ fromStaff: z.boolean(), excerpt: z.string(), at: z.string() });

/** Newest first, by keyset. */
const listConversations = (userId: string, { limit, after }: { limit: number; after?: string }) =>
  all('support.listConversations', { ...summary, unread: bool, lastMessage: json(LastMessage) })`
    select ${summaryColumns(userId)}, ${HAS_UNREAD} as unread,
           json_build_object('fromStaff', m.from_staff, 'excerpt', left(m.body, ${EXCERPT}), 'at', m.created_at)
             as last_message
      from support_tickets t
      cross join lateral (select from_staff, body, created_at from support_messages
                           where ticket_id = t.id order by id desc limit 1) m
     where ${belongsTo(userId)} ${when(after, sql`and t.id < ${after}`)}
     order by t.id desc limit ${limit}`;

const countUnread = (userId: string) =>
  one('support.countUnread', { unread: number })`
    select count(*) as unread from support_tickets t where ${belongsTo(userId)} and ${HAS_UNREAD}`;

const Message = z.object({ id: z.string(), fromStaff: z.boolean(), body: z.string(), createdAt: z.string() });

const findConversation = (userId: string, id: string) =>
  first('support.findConversation', { ...summary, messages: json(z.array(Message)) })`
    select ${summaryColumns(userId)},
           (select coalesce(json_agg(json_build_object('id', m.id, 'fromStaff', m.from_staff, 'body', m.body,
                                                       'createdAt', m.created_at) order by m.id), '[]')
              from support_messages m where m.ticket_id = t.id) as messages
      from support_tickets t where t.id = ${id} and ${belongsTo(userId)}`;

const orderMessage = { id: uuid, conversationId: uuid, fromStaff: bool, excerpt: text, at: timestamp };

/** Of the conversations about an order, newest first. */
const listOrderMessages = (userId: string, orderId: string, limit: number) =>
  all('support.listOrderMessages', orderMessage)`
    select m.id, t.id as conversation_id, m.from_staff, left(m.body, ${EXCERPT}) as excerpt, m.created_at as at
      from support_tickets t join support_messages m on m.ticket_id = t.id
     where ${belongsTo(userId)} and t.order_id = ${orderId}
     order by m.id desc limit ${limit}`;

const findOwnOrder = (userId: string, id: string) =>
  first('support.findOwnOrder', { id: uuid, number: text })`
    select id, number from orders where id = ${id} and user_id = ${userId}`;

const lock = (matches: Fragment) =>
  first('support.lockConversation', { id: uuid, userId: orNull(uuid), email: text, messages: number })`
    select t.id, t.user_id, t.email, (select count(*) from support_messages m where m.ticket_id = t.id) as messages
      from support_tickets t where ${matches} for update of t`;

const lockConversation = (userId: string, id: string) => lock(sql`t.id = ${id} and ${belongsTo(userId)}`);

/** Of any customer: for emails, whose reply address and sender are checked. */
const lockAnyConversation = (id: string) => lock(sql`t.id = ${id}`);

type CustomerMessage = { ticketId: string; authorUserId: string | null; body: string; emailMessageId?: string };

/** Also marks the replies as read: the customer responds to them. */
async function insertCustomerMessage(tx: Db, message: CustomerMessage) {
  if ((await tx.run(insertMessage(message))) === 0) return false;
  await tx.run(reopen(message.ticketId));
  return true;
}

const insertMessage = ({ ticketId, authorUserId, body, emailMessageId }: CustomerMessage) =>
  count('support.insertCustomerMessage')`
    insert into support_messages (ticket_id, from_staff, author_user_id, body, email_message_id)
    values (${ticketId}, false, ${authorUserId}, ${body}, ${emailMessageId ?? null})
    on conflict (ticket_id, email_message_id) where email_message_id is not null do nothing`;

const reopen = (id: string) =>
  count('support.reopen')`
    update support_tickets set status = 'open', customer_read_at = now() where id = ${id}`;

/** Up to the newest reply. Rows without an unread one are not written. */
const updateRead = (userId: string, id: string) =>
  first('support.updateRead', { id: uuid })`
    with own as (select t.id, ${HAS_UNREAD} as unread from support_tickets t
                  where t.id = ${id} and ${belongsTo(userId)}),
         read as (update support_tickets set customer_read_at =
                    (select max(created_at) from support_messages where ticket_id = ${id} and from_staff)
                   where id = (select id from own where unread))
    select id from own`;

/** Where email clients put the message that is replied to. */
const QUOTE_STARTS = [
  /^>/,
  /^-{2,}\s*(original message|forwarded message)\s*-{2,}$/i,
  /^_{10,}$/,
  /^on\b.{5,}\bwrote:$/i,
  /^from:\s.+@/i,
];

const isQuoteStart = (line: string) => QUOTE_STARTS.some((pattern) => pattern.test(line));

/**
 * What the customer wrote, without the quoted email below it. Clients wrap 'On …, … wrote:' over two lines. Empty if the
 * email has only a quote.
 */
export function visibleReply(text: string, limit: number) {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line, index) => {
    const [here, next] = [line.trim(), lines[index + 1]?.trim() ?? ''];
    return isQuoteStart(here) || (/^on\b/i.test(here) && /wrote:$/i.test(next) && isQuoteStart(`${here} ${next}`));
  });
  const written = (end === -1 ? lines : lines.slice(0, end)).join('\n').replace(/\n{3,}/g, '\n\n');
  const [reply = ''] = written.split(/\n-- \n/);
  return [...reply.trim()].slice(0, limit).join('').trim();
}
