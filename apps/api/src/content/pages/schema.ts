import type { FigureSetting } from '@shop/contracts/content/constants';
import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz, updatedAt } from '#platform/database/columns.ts';

export const pages = pgTable('pages', {
  id: id(),
  slug: text().notNull(),
  builtIn: boolean().notNull().default(false),
  publishedVersionId: uuid(),
  draftTitle: text(),
  draftBody: text(),
  draftDescription: text(),
  reviewedAt: timestamptz(),
  version: integer().notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const pageVersions = pgTable('page_versions', {
  id: id(),
  pageId: uuid().notNull(),
  number: integer().notNull(),
  title: text().notNull(),
  body: text().notNull(),
  description: text().notNull(),
  publishedBy: uuid(),
  publishedAt: createdAt(),
});

export const pageFindings = pgTable('page_findings', {
  pageId: uuid().notNull(),
  position: smallint().notNull(),
  sentence: text().notNull(),
  figure: text().notNull(),
  setting: text().$type<FigureSetting>().notNull(),
  expected: text(),
  foundAt: createdAt(),
});
