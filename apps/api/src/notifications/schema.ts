import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, createdAt, createdXid, id, timestamptz } from '#platform/database/columns.ts';

export const campaigns = pgTable('campaigns', {
  id: id(),
  title: text().notNull(),
  message: text().notNull(),
  link: text(),
  createdBy: uuid(),
  lastUserId: uuid(),
  expectedRecipients: bigintNumber().notNull().default(0),
  recipients: bigintNumber().notNull().default(0),
  finishedAt: timestamptz(),
  createdAt: createdAt(),
});

export const notifications = pgTable('notifications', {
  id: id(),
  userId: uuid().notNull(),
  type: text({ enum: ['order', 'promotion', 'other'] }).notNull(),
  title: text().notNull(),
  message: text().notNull(),
  link: text(),
  historyId: uuid(),
  campaignId: uuid(),
  readAt: timestamptz(),
  createdAt: createdAt(),
  createdXid: createdXid(),
});
