import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, createdAt, id, timestamptz, updatedAt } from '#platform/database/columns.ts';

export const discountCodes = pgTable('discount_codes', {
  id: id(),
  code: text().notNull(),
  title: text().notNull().default(''),
  description: text().notNull().default(''),
  percentBp: integer().notNull(),
  active: boolean().notNull().default(true),
  startsAt: timestamptz(),
  endsAt: timestamptz(),
  usageLimit: bigintNumber(),
  perUserLimit: bigintNumber(),
  perUserLimitLoweredAt: timestamptz(),
  used: bigintNumber().notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const discountRedemptions = pgTable('discount_redemptions', {
  id: id(),
  discountCodeId: uuid().notNull(),
  userId: uuid().notNull(),
  checkoutId: uuid().notNull(),
  releasedAt: timestamptz(),
  /** Redeemed as a guest whose orders were joined to the account later. */
  joined: boolean().notNull().default(false),
  createdAt: createdAt(),
});
