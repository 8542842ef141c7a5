/** What triggers keep ready for search and filters. */
import { bigint, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { whole } from '#platform/columns.ts';

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
  products: whole().notNull(),
});

export const facetChanges = pgTable('facet_changes', {
  categoryId: uuid().notNull(),
  brandId: uuid().notNull(),
  bands: smallint().array().notNull(),
  stars: smallint().notNull(),
  products: whole().notNull(),
});

export const searchWords = pgTable('search_words', {
  key: bigint({ mode: 'bigint' }).primaryKey(),
  word: text().notNull(),
  inNames: whole().notNull().default(0),
  inTags: whole().notNull().default(0),
  inLabels: whole().notNull().default(0),
  inDescriptions: whole().notNull().default(0),
});

export const productSearch = pgTable('product_search', {
  productId: uuid().primaryKey(),
  featuredScore: whole().notNull(),
  terms: bigint({ mode: 'bigint' }).array().notNull(),
});
