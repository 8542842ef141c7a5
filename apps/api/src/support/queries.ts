import { and, eq, gte, sql } from 'drizzle-orm';
import { firstIdAt } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { supportMessages, supportTickets } from './schema.ts';

/** Advisory lock until the transaction ends: serializes a form submitted twice at once. */
export const lockSender = (tx: Db, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('support:' || ${email}, 0))`);

export async function findRecentTicket(db: Db, ticket: { email: string; subject: string; body: string }) {
  const [same] = await db
    .select({ id: supportTickets.id, number: supportTickets.number })
    .from(supportTickets)
    .innerJoin(supportMessages, eq(supportMessages.ticketId, supportTickets.id))
    .where(
      and(
        gte(supportTickets.id, firstIdAt(sql`now() - interval '10 minutes'`)),
        eq(supportTickets.email, ticket.email),
        eq(supportTickets.subject, ticket.subject),
        eq(supportMessages.body, ticket.body),
      ),
    );
  return same;
}

export async function findOrderId(db: Db, number: string, email: string) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from orders where number = ${number} and lower(email) = ${email} order by created_at desc limit 1`);
  return rows[0]?.id;
}

type NewTicketRow = typeof supportTickets.$inferInsert & { body: string };

export async function insertTicket(tx: Db, { body, ...ticket }: NewTicketRow) {
  const [opened] = await tx
    .insert(supportTickets)
    .values(ticket)
    .returning({ id: supportTickets.id, number: supportTickets.number });
  if (!opened) throw new Error('The ticket was not stored.');
  await tx.insert(supportMessages).values({ ticketId: opened.id, fromStaff: false, authorUserId: ticket.userId, body });
  return opened;
}
