/** Uploaded product files and the results of their import. */
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from '#platform/database/columns.ts';

const count = () => integer().notNull().default(0);

export const productImports = pgTable('product_imports', {
  id: id(),
  fileName: text().notNull(),
  status: text({
    enum: ['receiving', 'checking', 'checked', 'importing', 'stopped', 'imported', 'undoing', 'undone'],
  })
    .notNull()
    .default('receiving'),
  columns: text().array().notNull().default([]),
  createdBy: uuid(),
  canSetOpeningStock: boolean().notNull(),
  setsOpeningStock: boolean().notNull().default(false),
  startedBy: uuid(),
  /** Stopped because the person of the current step has lost the permission. */
  lostPermission: boolean().notNull().default(false),
  requestId: text(),
  rows: count(),
  products: count(),
  invalid: count(),
  unchanged: count(),
  ready: count(),
  newProducts: count(),
  imported: count(),
  rejected: count(),
  undone: count(),
  undoSkipped: count(),
  createdAt: createdAt(),
  startedAt: timestamptz(),
});

export const productImportItems = pgTable('product_import_items', {
  importId: uuid().notNull(),
  row: integer().notNull(),
  slug: text().notNull(),
  skus: text().array().notNull().default([]),
  lines: jsonb().notNull(),
  status: text({ enum: ['pending', 'invalid', 'unchanged', 'ready', 'imported', 'rejected', 'undone', 'undo_skipped'] })
    .notNull()
    .default('pending'),
  productId: uuid(),
  version: integer(),
  problems: jsonb(),
});
