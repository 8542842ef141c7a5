import type { AdminTicketQuery, TicketSummary } from '@shop/contracts/support/admin-schema';
import { TicketStatus } from '@shop/contracts/support/schema';
import { byDate, staffName } from '#platform/database/columns.ts';
import { bool, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, and, columnsOf, count, first, one, sql } from '#platform/database/sql.ts';

const status = oneOf(TicketStatus.options);
const summary = { id: uuid, number: text, name: text, email: text, subject: text, status, createdAt: timestamp };

const matchesQuery = (q: string) => (q.includes('@') ? sql`email = ${q}` : sql`number = ${q}`);

const matchesFilter = ({ q, status }: AdminTicketQuery) =>
  and(q && matchesQuery(q), status !== 'all' && sql`status = ${status}`);

export function listTickets(query: AdminTicketQuery, limit: number) {
  const { order, isAfter } = byDate(sql`id`, query);
  return all('support.listTickets', summary)`
    select ${columnsOf(summary)} from support_tickets where ${matchesFilter(query)} and ${isAfter}
     order by ${order} limit ${limit}`;
}

/** Up to `limit`. */
export const countMatching = (filter: AdminTicketQuery, limit: number) =>
  one('support.countTickets', { count: number })`
    select count(*) from (select id from support_tickets where ${matchesFilter(filter)} limit ${limit}) matches`;

const ticket = { ...summary, userId: orNull(uuid), orderId: orNull(uuid) };

export const findTicket = (id: string) =>
  first('support.findTicket', { ...ticket, orderNumber: orNull(text) })`
    select ${columnsOf(ticket, 't')}, (select number from orders where orders.id = t.order_id) as order_number
      from support_tickets t where t.id = ${id}`;

const message = { id: uuid, fromStaff: bool, author: orNull(text), body: text, createdAt: timestamp };

export const listMessages = (ticketId: string) =>
  all('support.listMessages', message)`
    select m.id, m.from_staff, case when m.from_staff then ${staffName('users')} else users.name end as author,
           m.body, m.created_at
      from support_messages m left join users on users.id = m.author_user_id
     where m.ticket_id = ${ticketId} order by m.id`;

const locked = { number: text, subject: text, email: text, userId: orNull(uuid), status };

export const lockTicket = (id: string) =>
  first('support.lockTicket', locked)`
    select ${columnsOf(locked)} from support_tickets where id = ${id} for update`;

export const updateStatus = (id: string, status: TicketSummary['status']) =>
  count('support.updateStatus')`update support_tickets set status = ${status} where id = ${id}`;

export const insertReply = (ticketId: string, authorUserId: string, body: string) =>
  count('support.insertReply')`
    insert into support_messages (ticket_id, from_staff, author_user_id, body)
    values (${ticketId}, true, ${authorUserId}, ${body})`;
