import { REFUND_METHODS } from '@shop/contracts/orders/constants';
import { boolean, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, bytes, createdAt, id, timestamptz, updatedAt } from '#platform/database/columns.ts';

export const payments = pgTable('payments', {
  id: id(),
  /** Null: unknown, the provider received it for no checkout of this store. */
  checkoutId: uuid(),
  orderId: uuid(),
  provider: text().notNull(),
  providerOrderId: text(),
  providerPaymentId: text().notNull(),
  method: text(),
  amountMinor: bigintNumber().notNull(),
  currency: text().notNull(),
  rate: numeric({ precision: 18, scale: 8, mode: 'number' }),
  status: text({ enum: ['created', 'authorized', 'captured', 'failed', 'refunded'] }).notNull(),
  failureReason: text(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const refunds = pgTable('refunds', {
  id: id(),
  paymentId: uuid(),
  amountMinor: bigintNumber().notNull(),
  reason: text().notNull(),
  status: text({ enum: ['pending', 'processed', 'failed'] })
    .notNull()
    .default('pending'),
  providerRefundId: text(),
  lastError: text(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  retryOf: uuid(),
  method: text({ enum: REFUND_METHODS }).notNull().default('provider'),
  orderId: uuid(),
  shippingMinor: bigintNumber().notNull().default(0),
});

export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: uuid().notNull(),
    orderLineId: uuid().notNull(),
    orderId: uuid().notNull(),
    variantId: uuid().notNull(),
    quantity: integer().notNull(),
    unshipped: integer().notNull(),
    restocked: integer().notNull(),
    writtenOff: integer().notNull(),
    amountMinor: bigintNumber().notNull(),
    /** Of the previous release. */
    superseded: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.refundId, table.orderLineId] })],
);

export const webhookInbox = pgTable('webhook_inbox', {
  provider: text().notNull(),
  eventId: text().notNull(),
  type: text().notNull(),
  payload: jsonb().notNull(),
  receivedAt: timestamptz().notNull().defaultNow(),
  processedAt: timestamptz(),
  lastError: text(),
});

export const paymentSources = pgTable(
  'payment_sources',
  {
    checkoutId: uuid().notNull(),
    source: bytes().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.checkoutId, table.source] })],
);

export const paymentPageVersions = pgTable('payment_page_versions', {
  snapshot: jsonb().notNull(),
  changes: jsonb().notNull(),
  foundAt: timestamptz().notNull().defaultNow(),
  acceptedAt: timestamptz(),
});

export const reconciliationDifferences = pgTable('reconciliation_differences', {
  id: id(),
  kind: text().notNull(),
  reference: text().notNull(),
  details: jsonb().notNull().default({}),
  foundAt: timestamptz().notNull().defaultNow(),
  resolvedAt: timestamptz(),
  refundId: uuid(),
});

export const paymentDisputes = pgTable('payment_disputes', {
  id: id(),
  provider: text().notNull(),
  providerDisputeId: text().notNull(),
  providerPaymentId: text().notNull(),
  amountMinor: bigintNumber().notNull(),
  currency: text().notNull(),
  reason: text(),
  phase: text(),
  status: text({ enum: ['open', 'under_review', 'won', 'lost', 'closed'] }).notNull(),
  respondBy: timestamptz(),
  disputedAt: timestamptz().notNull(),
  eventAt: timestamptz().notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
