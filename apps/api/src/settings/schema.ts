import { boolean, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { bigintNumber, updatedAt } from '#platform/database/columns.ts';

export const storeSettings = pgTable('store_settings', {
  id: boolean().primaryKey().default(true),
  taxBp: integer().notNull().default(800),
  standardShippingCents: bigintNumber().notNull().default(999),
  expressShippingCents: bigintNumber().notNull().default(1299),
  freeShippingOverCents: bigintNumber(),
  paymentCurrency: text().notNull().default('INR'),
  paymentRate: numeric({ precision: 18, scale: 8, mode: 'number' }).notNull().default(1),
  reviewsNeedApproval: boolean().notNull().default(true),
  adminsNeedTwoFactor: boolean().notNull().default(false),
  lowStockThreshold: integer().notNull().default(5),
  unitsPerVariantLimit: integer().notNull().default(10),
  unitsLimit: integer().notNull().default(50),
  openCheckoutsLimit: integer().notNull().default(2),
  unpaidOrdersLimit: integer().notNull().default(3),
  version: integer().notNull().default(1),
  updatedAt: updatedAt(),
});
