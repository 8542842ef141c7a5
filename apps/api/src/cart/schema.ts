import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, bytes, createdAt, id, updatedAt } from '#platform/database/columns.ts';

export const carts = pgTable('carts', {
  id: id(),
  userId: uuid(),
  guestTokenHash: bytes(),
  discountCodeId: uuid(),
  shippingMethod: text({ enum: ['standard', 'express'] })
    .notNull()
    .default('standard'),
  version: integer().notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const cartLines = pgTable('cart_lines', {
  id: id(),
  cartId: uuid().notNull(),
  variantId: uuid().notNull(),
  quantity: integer().notNull(),
  lastShownPriceCents: bigintNumber().notNull(),
  createdAt: createdAt(),
});

export const wishlistItems = pgTable('wishlist_items', {
  id: id(),
  userId: uuid().notNull(),
  productId: uuid().notNull(),
  createdAt: createdAt(),
});
