import { jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt, whole } from '#platform/columns.ts';

export const payments = pgTable('payments', {
  id: id(),
  checkoutId: uuid().notNull(),
  orderId: uuid(),
  provider: text().notNull(),
  providerOrderId: text().notNull(),
  providerPaymentId: text().notNull(),
  method: text(),
  amountMinor: whole().notNull(),
  currency: text().notNull(),
  rate: numeric({ precision: 18, scale: 8, mode: 'number' }).notNull(),
  status: text({ enum: ['created', 'authorized', 'captured', 'failed', 'refunded'] }).notNull(),
  failureReason: text(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const refunds = pgTable('refunds', {
  id: id(),
  paymentId: uuid().notNull(),
  amountMinor: whole().notNull(),
  reason: text().notNull(),
  status: text({ enum: ['pending', 'processed', 'failed'] })
    .notNull()
    .default('pending'),
  providerRefundId: text(),
  lastError: text(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  retryOf: uuid(),
});

export const webhookInbox = pgTable('webhook_inbox', {
  provider: text().notNull(),
  eventId: text().notNull(),
  type: text().notNull(),
  payload: jsonb().notNull(),
  receivedAt: moment().notNull().defaultNow(),
  processedAt: moment(),
  lastError: text(),
});

export const reconciliationDifferences = pgTable('reconciliation_differences', {
  id: id(),
  kind: text().notNull(),
  reference: text().notNull(),
  details: jsonb().notNull().default({}),
  foundAt: moment().notNull().defaultNow(),
  resolvedAt: moment(),
  refundId: uuid(),
});

export const paymentDisputes = pgTable('payment_disputes', {
  id: id(),
  provider: text().notNull(),
  providerDisputeId: text().notNull(),
  providerPaymentId: text().notNull(),
  amountMinor: whole().notNull(),
  currency: text().notNull(),
  reason: text(),
  phase: text(),
  status: text({ enum: ['open', 'under_review', 'won', 'lost', 'closed'] }).notNull(),
  respondBy: moment(),
  disputedAt: moment().notNull(),
  eventAt: moment().notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
