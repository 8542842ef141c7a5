import { RETURN_OUTCOMES, RETURN_REASONS, RETURN_STATUSES } from '@shop/contracts/returns/constants';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, createdAt, id, timestamptz } from '#platform/database/columns.ts';

export const returns = pgTable('returns', {
  id: id(),
  orderId: uuid().notNull(),
  status: text({ enum: RETURN_STATUSES }).notNull().default('requested'),
  comment: text().notNull().default(''),
  requestedAt: createdAt(),
  expiresAt: timestamptz().notNull(),
  decidedAt: timestamptz(),
  declineReason: text(),
  instructions: text().notNull().default(''),
  receivedAt: timestamptz(),
  refundedAt: timestamptz(),
  refundMinor: bigintNumber().notNull().default(0),
  refundId: uuid(),
  exchangeShippedAt: timestamptz(),
  exchangeCarrier: text().notNull().default(''),
  exchangeTrackingNumber: text(),
  exchangeTrackingUrl: text(),
  exchangeDeliveredAt: timestamptz(),
  closedAt: timestamptz(),
  recipientEmail: text(),
});

export const returnLines = pgTable('return_lines', {
  id: id(),
  returnId: uuid().notNull(),
  orderLineId: uuid().notNull(),
  exchangeLineId: uuid(),
  quantity: integer().notNull(),
  reason: text({ enum: RETURN_REASONS }).notNull(),
  outcome: text({ enum: RETURN_OUTCOMES }).notNull(),
  exchangeVariantId: uuid(),
  restocked: integer().notNull().default(0),
  writtenOff: integer().notNull().default(0),
  refundMinor: bigintNumber().notNull().default(0),
});
