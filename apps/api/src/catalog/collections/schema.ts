import type { CollectionRule } from '@shop/contracts/catalog/collections/admin-schema';
import { COLLECTION_KINDS, COLLECTION_SORTS, RULE_MATCHES } from '@shop/contracts/catalog/collections/constants';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, createdAt, id, updatedAt } from '#platform/database/columns.ts';

export const collections = pgTable('collections', {
  id: id(),
  name: text().notNull(),
  slug: text().notNull(),
  description: text().notNull().default(''),
  image: text(),
  imageAlt: text().notNull().default(''),
  seoTitle: text().notNull().default(''),
  seoDescription: text().notNull().default(''),
  kind: text({ enum: COLLECTION_KINDS }).notNull(),
  match: text({ enum: RULE_MATCHES }).notNull().default('all'),
  rules: jsonb().$type<CollectionRule[]>().notNull().default([]),
  sort: text({ enum: COLLECTION_SORTS }).notNull(),
  status: text({ enum: ['draft', 'published', 'deleted'] })
    .notNull()
    .default('draft'),
  position: integer().notNull().default(0),
  version: integer().notNull().default(1),
  rulesVersion: integer().notNull().default(1),
  refreshedVersion: integer().notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const collectionSlugs = pgTable('collection_slugs', {
  slug: text().primaryKey(),
  collectionId: uuid().notNull(),
  createdAt: createdAt(),
});

/** @public Written in SQL only; a test compares it with the database. */
export const collectionProducts = pgTable('collection_products', {
  collectionId: uuid().notNull(),
  productId: uuid().notNull(),
  position: integer().notNull().default(0),
  sortKey: bigintNumber().notNull(),
});
