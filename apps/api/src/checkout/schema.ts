import type { Gift } from '@shop/contracts/gifts/schema';
import type { Address } from '@shop/contracts/identity/schema';
import type { DeliveryPromise } from '@shop/contracts/settings/delivery';
import { boolean, integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, createdAt, id, timestamptz, updatedAt } from '#platform/database/columns.ts';

export const checkouts = pgTable('checkouts', {
  id: id(),
  userId: uuid().notNull(),
  cartId: uuid(),
  cartVersion: integer().notNull(),
  status: text({ enum: ['open', 'completed', 'expired', 'cancelled'] })
    .notNull()
    .default('open'),
  paymentMethod: text({ enum: ['card', 'upi', 'wallet', 'netbanking', 'cod'] }).notNull(),
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
  providerOrderId: text(),
  providerCheckedUntil: timestamptz(),
  expiresAt: timestamptz().notNull(),
  extended: boolean().notNull().default(false),
  promise: jsonb().$type<DeliveryPromise>(),
  reconcileAt: timestamptz(),
  continuedBy: uuid(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const checkoutLines = pgTable('checkout_lines', {
  id: id(),
  checkoutId: uuid().notNull(),
  variantId: uuid().notNull(),
  productId: uuid().notNull(),
  name: text().notNull(),
  optionValues: jsonb().$type<Record<string, string>>().notNull().default({}),
  image: text(),
  unitPriceCents: bigintNumber().notNull(),
  quantity: integer().notNull(),
});
