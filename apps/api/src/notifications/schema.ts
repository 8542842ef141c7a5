import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, whole, writtenIn } from '#platform/columns.ts';

export const campaigns = pgTable('campaigns', {
  id: id(),
  title: text().notNull(),
  message: text().notNull(),
  link: text(),
  createdBy: uuid(),
  lastUserId: uuid(),
  expected: whole().notNull().default(0),
  recipients: whole().notNull().default(0),
  finishedAt: moment(),
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
  readAt: moment(),
  createdAt: createdAt(),
  writtenIn: writtenIn(),
});
