import type { ViewList } from '@shop/contracts/admin/view-schema';
import type { StaffRole } from '@shop/contracts/common/permissions';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '#platform/database/columns.ts';

export const savedViews = pgTable('saved_views', {
  id: id(),
  ownerUserId: uuid().notNull(),
  list: text().$type<ViewList>().notNull(),
  name: text().notNull(),
  query: text().notNull(),
  sharedWith: text().array().$type<StaffRole[]>().notNull().default([]),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
