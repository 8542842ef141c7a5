import { pgTable, text } from 'drizzle-orm/pg-core';
import { id, updatedAt } from '#platform/database/columns.ts';

export const searchSynonyms = pgTable('search_synonyms', {
  id: id(),
  words: text().array().notNull(),
  updatedAt: updatedAt(),
});
