import type { Gift } from '@shop/contracts/gifts/schema';
import type { Address } from '@shop/contracts/identity/schema';
import { boolean, date, integer, jsonb, numeric, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, createdAt, generated, id, timestamptz, updatedAt } from '#platform/database/columns.ts';

export const orders = pgTable('orders', {
  id: id(),
  number: text().notNull().generatedAlwaysAs(generated),
  checkoutId: uuid().notNull(),
  userId: uuid().notNull(),
  email: text().notNull(),
  status: text({ enum: ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] })
    .notNull()
    .default('pending'),
  paymentMethod: text({ enum: ['card', 'upi', 'wallet', 'netbanking', 'cod'] }).notNull(),
  paymentStatus: text({ enum: ['pending', 'paid', 'refunded'] }).notNull(),
  addressId: uuid(),
  shippingAddress: jsonb().$type<Omit<Address, 'id' | 'recipient' | 'isDefault'>>().notNull(),
  shippingMethod: text({ enum: ['standard', 'express'] }).notNull(),
  gift: jsonb().$type<Gift>(),
  discountCodeId: uuid(),
  discountCode: text(),
  discountBp: integer().notNull().default(0),
  taxBp: integer().notNull(),
  subtotalCents: bigintNumber().notNull(),
  taxCents: bigintNumber().notNull(),
  shippingCents: bigintNumber().notNull(),
  discountCents: bigintNumber().notNull(),
  totalCents: bigintNumber().notNull(),
  chargeMinor: bigintNumber().notNull(),
  chargeCurrency: text().notNull(),
  chargeRate: numeric({ precision: 18, scale: 8, mode: 'number' }).notNull(),
  trackingNumber: text(),
  promisedEarliest: date(),
  promisedLatest: date(),
  dispatchBy: date(),
  returnDays: integer(),
  orderLinkVersion: integer().notNull().default(0),
  giftLinkVersion: integer().notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const orderLines = pgTable('order_lines', {
  id: id(),
  orderId: uuid().notNull(),
  variantId: uuid().notNull(),
  productId: uuid().notNull(),
  /** The category at the time of the sale; set by the database. */
  categoryId: uuid(),
  returnable: boolean(),
  name: text().notNull(),
  optionValues: jsonb().$type<Record<string, string>>().notNull().default({}),
  image: text(),
  unitPriceCents: bigintNumber().notNull(),
  quantity: integer().notNull(),
});

export const legalTransitions = pgTable('legal_transitions', {
  fromStatus: text().notNull(),
  toStatus: text().notNull(),
  actor: text({ enum: ['customer', 'admin', 'system'] }).notNull(),
});

export const orderStatusHistory = pgTable('order_status_history', {
  id: id(),
  orderId: uuid().notNull(),
  seq: smallint().notNull(),
  fromStatus: text(),
  toStatus: text().notNull(),
  actor: text({ enum: ['customer', 'admin', 'system'] }).notNull(),
  actorUserId: uuid(),
  createdAt: createdAt(),
});

export const shipments = pgTable('shipments', {
  id: id(),
  orderId: uuid().notNull(),
  number: smallint().notNull(),
  carrier: text().notNull().default(''),
  trackingNumber: text().notNull(),
  trackingUrl: text(),
  shippedAt: timestamptz().notNull().defaultNow(),
  createdBy: uuid(),
});

export const shipmentItems = pgTable('shipment_items', {
  shipmentId: uuid().notNull(),
  orderLineId: uuid().notNull(),
  quantity: integer().notNull(),
});

export const orderNotes = pgTable('order_notes', {
  id: id(),
  orderId: uuid().notNull(),
  authorUserId: uuid(),
  body: text().notNull(),
  createdAt: createdAt(),
});

export const orderBatches = pgTable('order_batches', {
  id: id(),
  createdBy: uuid(),
  requestId: text(),
  createdAt: createdAt(),
  finishedAt: timestamptz(),
  stoppedAt: timestamptz(),
  /** Stopped because its starter has lost the permission. */
  lostPermission: boolean().notNull().default(false),
});

export const orderBatchItems = pgTable('order_batch_items', {
  batchId: uuid().notNull(),
  orderId: uuid().notNull(),
  toStatus: text({ enum: ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] }).notNull(),
  status: text({ enum: ['pending', 'done', 'failed'] })
    .notNull()
    .default('pending'),
  error: text(),
});
