import { firstIdAt } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { text, uuid } from '#platform/database/row.ts';
import { count, first, one, rowsOf, sql } from '#platform/database/sql.ts';

/** Advisory lock until the transaction ends: serializes a form submitted twice at once. */
export const lockSender = (email: string) =>
  count('support.lockSender')`select from pg_advisory_xact_lock(hashtextextended('support:' || ${email}, 0))`;

const opened = { id: uuid, number: text };

export const findRecentTicket = ({ email, subject, body }: { email: string; subject: string; body: string }) =>
  first('support.findRecentTicket', opened)`
    select t.id, t.number from support_tickets t join support_messages m on m.ticket_id = t.id
     where t.id >= ${firstIdAt(sql`now() - interval '10 minutes'`)}
       and t.email = ${email} and t.subject = ${subject} and m.body = ${body}`;

export const findOrder = (number: string, email: string) =>
  first('support.findOrder', { id: uuid })`
    select id from orders where number = ${number} and lower(email) = ${email} order by created_at desc limit 1`;

type NewTicketRow = {
  userId: string | undefined;
  name: string;
  email: string;
  subject: string;
  orderId: string | undefined;
  body: string;
};

export async function insertTicket(tx: Db, { body, ...ticket }: NewTicketRow) {
  const stored = await tx.run(one('support.insertTicket', opened)`
    insert into support_tickets ${rowsOf([ticket])} returning id, number`);
  await tx.run(insertFirstMessage(stored.id, ticket.userId, body));
  return stored;
}

const insertFirstMessage = (ticketId: string, authorUserId: string | undefined, body: string) =>
  count('support.insertFirstMessage')`
    insert into support_messages ${rowsOf([{ ticketId, fromStaff: false, authorUserId, body }])}`;
