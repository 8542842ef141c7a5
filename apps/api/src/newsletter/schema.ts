import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '#platform/database/columns.ts';

export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  id: id(),
  email: text().notNull(),
  token: uuid().notNull().defaultRandom(),
  requestedAt: timestamptz().notNull().defaultNow(),
  confirmedAt: timestamptz(),
  unsubscribedAt: timestamptz(),
  createdAt: createdAt(),
});
