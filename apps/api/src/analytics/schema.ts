import { sql } from 'drizzle-orm';
import { boolean, date, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber } from '#platform/database/columns.ts';

export const sales = pgTable('sales', {
  subject: text({
    enum: [
      'all',
      'category',
      'product',
      'payment_method',
      'discount_code',
      'customer',
      'refund',
      'refunded_product',
      'promise',
    ],
  }).notNull(),
  grain: text({ enum: ['day', 'month', 'year'] }).notNull(),
  start: date().notNull(),
  key: text().notNull(),
  orders: bigintNumber().notNull(),
  units: bigintNumber().notNull(),
  cents: bigintNumber().notNull(),
  unpaidCents: bigintNumber().notNull().default(0),
  returningOrders: bigintNumber().notNull().default(0),
});

export const countedOrders = pgTable('counted_orders', {
  orderId: uuid().primaryKey(),
  orders: smallint().notNull(),
  cents: bigintNumber().notNull(),
  unpaidCents: bigintNumber().notNull().default(0),
  day: date(),
  returningOrders: smallint().notNull().default(0),
  promises: smallint().notNull().default(0),
  keptPromises: smallint().notNull().default(0),
});

export const countedRefunds = pgTable('counted_refunds', {
  refundId: uuid().primaryKey(),
  day: date().notNull(),
  refunds: smallint().notNull(),
  cents: bigintNumber().notNull(),
});

export const salesRecounts = pgTable('sales_recounts', {
  one: boolean().primaryKey().default(true),
  before: uuid().notNull(),
  until: uuid().notNull(),
});

export const orderChanges = pgTable('order_changes', {
  id: bigintNumber().primaryKey().default(sql`nextval('order_changes_id_seq')`),
  orderId: uuid().notNull(),
});

export const dailyCounts = pgTable('daily_counts', {
  metric: text({ enum: ['visits', 'products', 'carts', 'checkouts', 'customers'] }).notNull(),
  day: date().notNull(),
  count: bigintNumber().notNull(),
});

export const zeroResultSearches = pgTable('zero_result_searches', {
  month: date().notNull(),
  query: text().notNull(),
  count: bigintNumber().notNull(),
});
