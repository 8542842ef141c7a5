import { TicketStatus } from '@shop/contracts/support/schema';
import { z } from 'zod';
import type { Db } from '#platform/database/db.ts';
import { bool, json, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, first, one, sql, when } from '#platform/database/sql.ts';

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
export const listConversations = (userId: string, { limit, after }: { limit: number; after?: string }) =>
  all('support.listConversations', { ...summary, unread: bool, lastMessage: json(LastMessage) })`
    select ${summaryColumns(userId)}, ${HAS_UNREAD} as unread,
           json_build_object('fromStaff', m.from_staff, 'excerpt', left(m.body, ${EXCERPT}), 'at', m.created_at)
             as last_message
      from support_tickets t
      cross join lateral (select from_staff, body, created_at from support_messages
                           where ticket_id = t.id order by id desc limit 1) m
     where ${belongsTo(userId)} ${when(after, sql`and t.id < ${after}`)}
     order by t.id desc limit ${limit}`;

export const countUnread = (userId: string) =>
  one('support.countUnread', { unread: number })`
    select count(*) as unread from support_tickets t where ${belongsTo(userId)} and ${HAS_UNREAD}`;

const Message = z.object({ id: z.string(), fromStaff: z.boolean(), body: z.string(), createdAt: z.string() });

export const findConversation = (userId: string, id: string) =>
  first('support.findConversation', { ...summary, messages: json(z.array(Message)) })`
    select ${summaryColumns(userId)},
           (select coalesce(json_agg(json_build_object('id', m.id, 'fromStaff', m.from_staff, 'body', m.body,
                                                       'createdAt', m.created_at) order by m.id), '[]')
              from support_messages m where m.ticket_id = t.id) as messages
      from support_tickets t where t.id = ${id} and ${belongsTo(userId)}`;

const orderMessage = { id: uuid, conversationId: uuid, fromStaff: bool, excerpt: text, at: timestamp };

/** Of the conversations about an order, newest first. */
export const listOrderMessages = (userId: string, orderId: string, limit: number) =>
  all('support.listOrderMessages', orderMessage)`
    select m.id, t.id as conversation_id, m.from_staff, left(m.body, ${EXCERPT}) as excerpt, m.created_at as at
      from support_tickets t join support_messages m on m.ticket_id = t.id
     where ${belongsTo(userId)} and t.order_id = ${orderId}
     order by m.id desc limit ${limit}`;

export const findOwnOrder = (userId: string, id: string) =>
  first('support.findOwnOrder', { id: uuid, number: text })`
    select id, number from orders where id = ${id} and user_id = ${userId}`;

const lock = (matches: Fragment) =>
  first('support.lockConversation', { id: uuid, userId: orNull(uuid), email: text, messages: number })`
    select t.id, t.user_id, t.email, (select count(*) from support_messages m where m.ticket_id = t.id) as messages
      from support_tickets t where ${matches} for update of t`;

export const lockConversation = (userId: string, id: string) => lock(sql`t.id = ${id} and ${belongsTo(userId)}`);

/** Of any customer: for emails, whose reply address and sender are checked. */
export const lockAnyConversation = (id: string) => lock(sql`t.id = ${id}`);

type CustomerMessage = { ticketId: string; authorUserId: string | null; body: string; emailMessageId?: string };

/** Also marks the replies as read: the customer responds to them. */
export async function insertCustomerMessage(tx: Db, message: CustomerMessage) {
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
export const updateRead = (userId: string, id: string) =>
  first('support.updateRead', { id: uuid })`
    with own as (select t.id, ${HAS_UNREAD} as unread from support_tickets t
                  where t.id = ${id} and ${belongsTo(userId)}),
         read as (update support_tickets set customer_read_at =
                    (select max(created_at) from support_messages where ticket_id = ${id} and from_staff)
                   where id = (select id from own where unread))
    select id from own`;
