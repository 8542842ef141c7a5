import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '#platform/database/columns.ts';

export const reviews = pgTable('reviews', {
  id: id(),
  productId: uuid().notNull(),
  userId: uuid(),
  userName: text().notNull(),
  ratingHalves: smallint().notNull(),
  comment: text().notNull(),
  status: text({ enum: ['pending', 'approved', 'rejected'] })
    .notNull()
    .default('pending'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
