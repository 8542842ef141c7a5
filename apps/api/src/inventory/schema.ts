import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, createdAt, id, timestamptz } from '#platform/database/columns.ts';

export const reservations = pgTable('reservations', {
  checkoutId: uuid().notNull(),
  variantId: uuid().notNull(),
  quantity: integer().notNull(),
  status: text({ enum: ['reserved', 'sold', 'released'] })
    .notNull()
    .default('reserved'),
  writtenOff: boolean().notNull().default(false),
  writtenOffUnits: integer(),
  expiresAt: timestamptz().notNull(),
  createdAt: createdAt(),
});

export const stock = pgTable('stock', {
  variantId: uuid().primaryKey(),
  productId: uuid().notNull(),
  received: bigintNumber().notNull().default(0),
  available: bigintNumber().notNull().default(0),
  reserved: bigintNumber().notNull().default(0),
  sold: bigintNumber().notNull().default(0),
});

export const stockMovements = pgTable('stock_movements', {
  id: id(),
  variantId: uuid().notNull(),
  delta: bigintNumber().notNull(),
  reason: text().notNull(),
  actorUserId: uuid(),
  createdAt: createdAt(),
});

export const exchangeReservations = pgTable('exchange_reservations', {
  returnLineId: uuid().primaryKey(),
  variantId: uuid().notNull(),
  quantity: integer().notNull(),
  status: text({ enum: ['reserved', 'sold', 'released'] })
    .notNull()
    .default('reserved'),
  createdAt: createdAt(),
});

export const returnedUnits = pgTable('returned_units', {
  returnLineId: uuid().primaryKey(),
  variantId: uuid().notNull(),
  restocked: integer().notNull(),
  writtenOff: integer().notNull(),
  movementId: uuid(),
  createdAt: createdAt(),
});

export const lowStock = pgTable('low_stock', {
  variantId: uuid().primaryKey(),
  productId: uuid().notNull(),
});
