import { json, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt } from './columns.ts';

export const idempotencyKeys = pgTable('idempotency_keys', {
  userId: uuid().notNull(),
  key: text().notNull(),
  requestHash: bytes().notNull(),
  status: smallint(),
  response: json(),
  createdAt: createdAt(),
});
