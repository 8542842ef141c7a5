import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '#platform/columns.ts';

export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  id: id(),
  email: text().notNull(),
  token: uuid().notNull().defaultRandom(),
  askedAt: moment().notNull().defaultNow(),
  confirmedAt: moment(),
  unsubscribedAt: moment(),
  createdAt: createdAt(),
});
