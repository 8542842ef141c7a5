import type { Db } from '#platform/database/db.ts';
import { count, rowsOf } from '#platform/database/sql.ts';
import type { DemoTicket } from '#sample/demo/generate/tickets.ts';
import type { DemoStaff } from '#sample/demo/generate/world.ts';
import { inChunks } from './chunks.ts';

export async function insertTickets(tx: Db, staff: DemoStaff, tickets: readonly DemoTicket[]) {
  const rows = tickets.map(({ messages, closedAt, ...ticket }) => ({
    ...ticket,
    updatedAt: closedAt ?? messages.at(-1)?.at ?? ticket.createdAt,
  }));
  await inChunks(tx, rows, (part) => count('demo.insertTickets')`insert into support_tickets ${rowsOf(part)}`);
  const thread = tickets.flatMap(({ id: ticketId, userId, messages }) =>
    messages.map(({ id, fromStaff, body, at }) => ({
      id,
      ticketId,
      fromStaff,
      authorUserId: fromStaff ? staff.support : userId,
      body,
      createdAt: at,
    })),
  );
  await inChunks(tx, thread, (part) => count('demo.insertMessages')`insert into support_messages ${rowsOf(part)}`);
}
