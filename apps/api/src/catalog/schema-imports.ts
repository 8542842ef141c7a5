/** Uploaded product files and the results of their import. */
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '#platform/columns.ts';

const count = () => integer().notNull().default(0);

export const productImports = pgTable('product_imports', {
  id: id(),
  fileName: text().notNull(),
  state: text({
    enum: ['receiving', 'checking', 'checked', 'importing', 'stopped', 'imported', 'undoing', 'undone'],
  })
    .notNull()
    .default('receiving'),
  columns: text().array().notNull().default([]),
  createdBy: uuid(),
  mayOpenStock: boolean().notNull(),
  opensStock: boolean().notNull().default(false),
  doerId: uuid(),
  requestId: text(),
  rows: count(),
  products: count(),
  bad: count(),
  same: count(),
  ready: count(),
  creates: count(),
  done: count(),
  refused: count(),
  undone: count(),
  kept: count(),
  createdAt: createdAt(),
  startedAt: timestamptz(),
});

export const productImportItems = pgTable('product_import_items', {
  importId: uuid().notNull(),
  row: integer().notNull(),
  slug: text().notNull(),
  skus: text().array().notNull().default([]),
  lines: jsonb().notNull(),
  state: text({ enum: ['waiting', 'bad', 'same', 'ready', 'done', 'refused', 'undone', 'kept'] })
    .notNull()
    .default('waiting'),
  productId: uuid(),
  version: integer(),
  problems: jsonb(),
});
