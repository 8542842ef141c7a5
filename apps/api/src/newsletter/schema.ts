import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '#platform/columns.ts';

export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  id: id(),
  email: text().notNull(),
  confirmedAt: moment(),
  unsubscribedAt: moment(),
  createdAt: createdAt(),
});
