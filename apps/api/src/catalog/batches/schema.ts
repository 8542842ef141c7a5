/** Bulk edits of products. */
import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '#platform/database/columns.ts';

export const productBatches = pgTable('product_batches', {
  id: id(),
  productIds: uuid().array().notNull(),
  undoneAt: timestamptz(),
  createdAt: createdAt(),
});
