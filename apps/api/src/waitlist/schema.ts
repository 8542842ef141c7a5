import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '#platform/database/columns.ts';

export const waitlist = pgTable('waitlist', {
  id: id(),
  variantId: uuid().notNull(),
  email: text().notNull(),
  userId: uuid(),
  createdAt: createdAt(),
});
