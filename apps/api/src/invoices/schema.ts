import type { InvoiceDocument } from '@shop/contracts/invoices/schema';
import { integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '#platform/database/columns.ts';

export const invoiceCounters = pgTable('invoice_counters', {
  series: text().primaryKey(),
  last: integer().notNull(),
});

export const invoices = pgTable('invoices', {
  id: id(),
  kind: text({ enum: ['invoice', 'credit_note'] }).notNull(),
  orderId: uuid().notNull(),
  refundId: uuid(),
  number: text().notNull(),
  series: text().notNull(),
  sequence: integer().notNull(),
  issuedAt: timestamptz().notNull(),
  templateVersion: smallint().notNull(),
  document: jsonb().$type<InvoiceDocument>().notNull(),
});
