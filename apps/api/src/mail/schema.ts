import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, timestamptz } from '#platform/database/columns.ts';

export const emailMessages = pgTable('email_messages', {
  id: id(),
  /** The part before the @; the mailer appends the domain. */
  messageId: text().notNull(),
  kind: text().notNull(),
  toEmail: text().notNull(),
  userId: uuid(),
  orderId: uuid(),
  subject: text().notNull(),
  payload: jsonb().notNull().default({}),
  status: text({ enum: ['queued', 'sent', 'failed', 'skipped'] })
    .notNull()
    .default('queued'),
  /** Anyone can trigger it by entering the address. */
  unsolicited: boolean().notNull().default(false),
  attempts: integer().notNull().default(0),
  lastError: text(),
  sentAt: timestamptz(),
  createdAt: createdAt(),
});

export const unsolicitedEmails = pgTable('unsolicited_emails', {
  id: id(),
  recipient: bytes().notNull(),
  tagged: boolean().notNull(),
  kind: text().notNull(),
  userId: uuid(),
  createdAt: createdAt(),
});
