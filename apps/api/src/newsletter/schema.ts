import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '#platform/database/columns.ts';

export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  id: id(),
  email: text().notNull(),
  /** Of unsubscribe links. */
  token: uuid().notNull().defaultRandom(),
  confirmHash: text(),
  requestedAt: timestamptz().notNull().defaultNow(),
  confirmedAt: timestamptz(),
  unsubscribedAt: timestamptz(),
  createdAt: createdAt(),
});
