import { sql } from 'drizzle-orm';
import { date, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { whole } from '#platform/columns.ts';

export const sales = pgTable('sales', {
  subject: text({ enum: ['all', 'category', 'product', 'method', 'promo'] }).notNull(),
  grain: text({ enum: ['day', 'month', 'year'] }).notNull(),
  start: date().notNull(),
  key: text().notNull(),
  orders: whole().notNull(),
  units: whole().notNull(),
  cents: whole().notNull(),
  unpaidCents: whole().notNull().default(0),
});

export const countedOrders = pgTable('counted_orders', {
  orderId: uuid().primaryKey(),
  orders: smallint().notNull(),
  cents: whole().notNull(),
  unpaidCents: whole().notNull().default(0),
});

export const orderChanges = pgTable('order_changes', {
  id: whole().primaryKey().default(sql`nextval('order_changes_id_seq')`),
  orderId: uuid().notNull(),
});

export const dailyCounts = pgTable('daily_counts', {
  what: text({ enum: ['visits', 'products', 'carts', 'checkouts', 'customers'] }).notNull(),
  day: date().notNull(),
  count: whole().notNull(),
});

export const searchesWithoutResult = pgTable('searches_without_result', {
  month: date().notNull(),
  words: text().notNull(),
  count: whole().notNull(),
});

export const lowStock = pgTable('low_stock', {
  variantId: uuid().primaryKey(),
  productId: uuid().notNull(),
});
