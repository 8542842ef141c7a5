import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, generated, id, timestamptz, updatedAt } from '#platform/database/columns.ts';

export const supportTickets = pgTable('support_tickets', {
  id: id(),
  number: text().notNull().generatedAlwaysAs(generated),
  userId: uuid(),
  name: text().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  status: text({ enum: ['open', 'answered', 'closed'] })
    .notNull()
    .default('open'),
  orderId: uuid(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  /** Staff replies after it are unread. */
  customerReadAt: timestamptz().notNull().defaultNow(),
});

export const supportMessages = pgTable('support_messages', {
  id: id(),
  ticketId: uuid().notNull(),
  fromStaff: boolean().notNull(),
  authorUserId: uuid(),
  body: text().notNull(),
  createdAt: createdAt(),
  /** The Message-ID of a reply by email. */
  emailMessageId: text(),
});
