import type { AdminTicketQuery, TicketSummary } from '@shop/contracts/support/admin-schema';
import { and, asc, eq, sql } from 'drizzle-orm';
import { users } from '#identity/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { byDate } from '#platform/database/sort-direction.ts';
import { staffName } from '#platform/database/staff-name.ts';
import { supportMessages, supportTickets } from './schema.ts';

const SUMMARY = {
  id: supportTickets.id,
  number: supportTickets.number,
  name: supportTickets.name,
  email: supportTickets.email,
  subject: supportTickets.subject,
  status: supportTickets.status,
  createdAt: supportTickets.createdAt,
};

const matchesQuery = (q: string) => (q.includes('@') ? eq(supportTickets.email, q) : eq(supportTickets.number, q));

const matchesFilter = ({ q, status }: AdminTicketQuery) =>
  and(q ? matchesQuery(q) : undefined, status === 'all' ? undefined : eq(supportTickets.status, status));

export function listTickets(db: Db, query: AdminTicketQuery, limit: number) {
  const { order, isAfter } = byDate(supportTickets.id, query);
  return db
    .select(SUMMARY)
    .from(supportTickets)
    .where(and(matchesFilter(query), isAfter))
    .orderBy(order)
    .limit(limit);
}

/** Up to `limit`. */
export async function countTickets(db: Db, filter: AdminTicketQuery, limit: number) {
  const matches = db
    .select({ id: supportTickets.id })
    .from(supportTickets)
    .where(matchesFilter(filter))
    .limit(limit)
    .as('matches');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(matches);
  return row?.count ?? 0;
}

const ORDER_NUMBER = sql<string | null>`(select number from orders where orders.id = ${supportTickets.orderId})`;

export async function findTicket(db: Db, id: string) {
  const [ticket] = await db
    .select({ ...SUMMARY, userId: supportTickets.userId, orderId: supportTickets.orderId, orderNumber: ORDER_NUMBER })
    .from(supportTickets)
    .where(eq(supportTickets.id, id));
  return ticket;
}

export const listMessages = (db: Db, ticketId: string) =>
  db
    .select({
      id: supportMessages.id,
      fromStaff: supportMessages.fromStaff,
      author: sql<
        string | null
      >`case when ${supportMessages.fromStaff} then ${staffName('users')} else ${users.name} end`,
      body: supportMessages.body,
      createdAt: supportMessages.createdAt,
    })
    .from(supportMessages)
    .leftJoin(users, eq(users.id, supportMessages.authorUserId))
    .where(eq(supportMessages.ticketId, ticketId))
    .orderBy(asc(supportMessages.id));

export async function lockTicket(tx: Db, id: string) {
  const [ticket] = await tx.select().from(supportTickets).where(eq(supportTickets.id, id)).for('update');
  return ticket;
}

export const updateStatus = (tx: Db, id: string, status: TicketSummary['status']) =>
  tx.update(supportTickets).set({ status }).where(eq(supportTickets.id, id));

export const insertReply = (tx: Db, ticketId: string, authorUserId: string, body: string) =>
  tx.insert(supportMessages).values({ ticketId, fromStaff: true, authorUserId, body });
