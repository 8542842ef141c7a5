/** Denormalized tables for search and filters, maintained by triggers. */
import { bigint, boolean, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber } from '#platform/database/columns.ts';

export const sizesInStock = pgTable('sizes_in_stock', {
  productId: uuid().notNull(),
  size: text().notNull(),
  variantId: uuid().notNull(),
});

export const catalogFacets = pgTable('catalog_facets', {
  categoryId: uuid().notNull(),
  brandId: uuid().notNull(),
  band: smallint().notNull(),
  stars: smallint().notNull(),
  products: bigintNumber().notNull(),
});

export const facetChanges = pgTable('facet_changes', {
  categoryId: uuid().notNull(),
  brandId: uuid().notNull(),
  bands: smallint().array().notNull(),
  stars: smallint().notNull(),
  products: bigintNumber().notNull(),
});

export const searchWords = pgTable('search_words', {
  key: bigint({ mode: 'bigint' }).primaryKey(),
  word: text().notNull(),
  inNames: bigintNumber().notNull().default(0),
  inTags: bigintNumber().notNull().default(0),
  inLabels: bigintNumber().notNull().default(0),
  inDescriptions: bigintNumber().notNull().default(0),
});

export const productSearch = pgTable('product_search', {
  productId: uuid().primaryKey(),
  featuredScore: bigintNumber().notNull(),
  terms: bigint({ mode: 'bigint' }).array().notNull(),
  texts: text().notNull(),
});

export const productCards = pgTable('product_cards', {
  productId: uuid().primaryKey(),
  categoryId: uuid().notNull(),
  brandId: uuid().notNull(),
  sellable: boolean().notNull(),
  variantIds: uuid().array().notNull(),
  optionName: text(),
  optionValues: text().array().notNull(),
  members: text().notNull(),
});
