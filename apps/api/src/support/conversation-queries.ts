import type { Conversation, ConversationSummary, OrderMessage } from '@shop/contracts/support/conversation-schema';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

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

const summaryColumns = (userId: string) => sql`
  t.id, t.number, t.subject, t.status, to_json(t.created_at) as "createdAt",
  (select json_build_object('id', o.id, 'number', o.number) from orders o
    where o.id = t.order_id and o.user_id = ${userId}) as order`;

/** Newest first, by keyset. */
export async function listConversations(db: Db, userId: string, { limit, after }: { limit: number; after?: string }) {
  const { rows } = await db.execute<ConversationSummary>(sql`
    select ${summaryColumns(userId)}, ${HAS_UNREAD} as unread,
           json_build_object('fromStaff', m.from_staff, 'excerpt', left(m.body, ${EXCERPT}), 'at', m.created_at)
             as "lastMessage"
      from support_tickets t
      cross join lateral (select from_staff, body, created_at from support_messages
                           where ticket_id = t.id order by id desc limit 1) m
     where ${belongsTo(userId)} and ${after ? sql`t.id < ${after}` : sql`true`}
     order by t.id desc limit ${limit}`);
  return rows;
}

export async function countUnread(db: Db, userId: string) {
  const { rows } = await db.execute<{ unread: number }>(
    sql`select count(*)::int as unread from support_tickets t where ${belongsTo(userId)} and ${HAS_UNREAD}`,
  );
  return rows[0]?.unread ?? 0;
}

export async function findConversation(db: Db, userId: string, id: string) {
  const { rows } = await db.execute<Conversation>(sql`
    select ${summaryColumns(userId)},
           (select coalesce(json_agg(json_build_object('id', m.id, 'fromStaff', m.from_staff, 'body', m.body,
                                                       'createdAt', m.created_at) order by m.id), '[]')
              from support_messages m where m.ticket_id = t.id) as messages
      from support_tickets t where t.id = ${id} and ${belongsTo(userId)}`);
  return rows[0];
}

/** Of the conversations about an order, newest first. */
export async function listOrderMessages(db: Db, userId: string, orderId: string, limit: number) {
  const { rows } = await db.execute<OrderMessage>(sql`
    select m.id, t.id as "conversationId", m.from_staff as "fromStaff", left(m.body, ${EXCERPT}) as excerpt,
           to_json(m.created_at) as at
      from support_tickets t join support_messages m on m.ticket_id = t.id
     where ${belongsTo(userId)} and t.order_id = ${orderId}
     order by m.id desc limit ${limit}`);
  return rows;
}

export async function findOwnOrder(tx: Db, userId: string, id: string) {
  const { rows } = await tx.execute<{ id: string; number: string }>(
    sql`select id, number from orders where id = ${id} and user_id = ${userId}`,
  );
  return rows[0];
}

type LockedConversation = { id: string; userId: string | null; email: string; messages: number };

const lock = async (tx: Db, matches: SQL) => {
  const { rows } = await tx.execute<LockedConversation>(sql`
    select t.id, t.user_id as "userId", t.email,
           (select count(*)::int from support_messages m where m.ticket_id = t.id) as messages
      from support_tickets t where ${matches} for update of t`);
  return rows[0];
};

export const lockConversation = (tx: Db, userId: string, id: string) =>
  lock(tx, sql`t.id = ${id} and ${belongsTo(userId)}`);

/** Of any customer: for emails, whose reply address and sender are checked. */
export const lockAnyConversation = (tx: Db, id: string) => lock(tx, sql`t.id = ${id}`);

/** Also marks the replies as read: the customer responds to them. */
export async function insertCustomerMessage(
  tx: Db,
  message: { ticketId: string; authorUserId: string | null; body: string; emailMessageId?: string },
) {
  const { rowCount } = await tx.execute(sql`
    insert into support_messages (ticket_id, from_staff, author_user_id, body, email_message_id)
    values (${message.ticketId}, false, ${message.authorUserId}, ${message.body}, ${message.emailMessageId ?? null})
    on conflict (ticket_id, email_message_id) where email_message_id is not null do nothing`);
  if (rowCount === 0) return false;
  await tx.execute(sql`
    update support_tickets set status = 'open', customer_read_at = now() where id = ${message.ticketId}`);
  return true;
}

/** Up to the newest reply. Rows without an unread one are not written. */
export async function updateRead(db: Db, userId: string, id: string) {
  const { rows } = await db.execute<{ id: string }>(sql`
    with own as (select t.id, ${HAS_UNREAD} as unread from support_tickets t
                  where t.id = ${id} and ${belongsTo(userId)}),
         read as (update support_tickets set customer_read_at =
                    (select max(created_at) from support_messages where ticket_id = ${id} and from_staff)
                   where id = (select id from own where unread))
    select id from own`);
  return rows.length > 0;
}
