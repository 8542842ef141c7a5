import type { DemandSubject, Remedy } from '@shop/contracts/analytics/demand-constants';
import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, id, timestamptz } from '#platform/database/columns.ts';

export const searchDemand = pgTable('search_demand', {
  day: date().notNull(),
  query: text().notNull(),
  searches: integer().notNull().default(0),
  zeroResults: integer().notNull().default(0),
  clicks: integer().notNull().default(0),
});

export const soldOutDemand = pgTable('sold_out_demand', {
  day: date().notNull(),
  subject: text({ enum: ['product', 'variant'] }).notNull(),
  itemId: uuid().notNull(),
  count: integer().notNull(),
});

export const demandRemedies = pgTable('demand_remedies', {
  id: id(),
  subject: text().$type<DemandSubject>().notNull(),
  key: text().notNull(),
  name: text().notNull(),
  remedy: text().$type<Remedy>().notNull(),
  doneAt: timestamptz().notNull().defaultNow(),
  day: date().notNull(),
  searchesBefore: integer().notNull().default(0),
  clicksBefore: integer().notNull().default(0),
  soldBefore: bigintNumber().notNull().default(0),
});
