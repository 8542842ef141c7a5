import type { ProductDetail } from '@shop/contracts/catalog/schema';
import { boolean, integer, jsonb, numeric, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, createdAt, generated, id, timestamptz, updatedAt } from '#platform/database/columns.ts';

export const categories = pgTable('categories', {
  id: id(),
  name: text().notNull(),
  slug: text().notNull(),
  image: text(),
  imageAlt: text().notNull().default(''),
  description: text().notNull().default(''),
  seoTitle: text().notNull().default(''),
  seoDescription: text().notNull().default(''),
  position: integer().notNull().default(0),
  version: integer().notNull().default(1),
  mergingInto: uuid(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const brands = pgTable('brands', {
  id: id(),
  name: text().notNull(),
  slug: text().notNull(),
  logo: text(),
  logoAlt: text().notNull().default(''),
  description: text().notNull().default(''),
  seoTitle: text().notNull().default(''),
  seoDescription: text().notNull().default(''),
  position: integer().notNull().default(0),
  version: integer().notNull().default(1),
  mergingInto: uuid(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** @public Written in SQL only; a test compares it with the database. */
export const taxonomyRedirects = pgTable('taxonomy_redirects', {
  kind: text({ enum: ['category', 'brand'] }).notNull(),
  alias: text().notNull(),
  categoryId: uuid(),
  brandId: uuid(),
  formerId: uuid(),
  createdAt: createdAt(),
});

export const products = pgTable('products', {
  id: id(),
  name: text().notNull(),
  slug: text().notNull(),
  description: text().notNull(),
  categoryId: uuid().notNull(),
  brandId: uuid().notNull(),
  priceCents: bigintNumber().notNull(),
  salePriceCents: bigintNumber(),
  currentPriceCents: bigintNumber().notNull().generatedAlwaysAs(generated),
  tags: text().array().notNull().default([]),
  specifications: jsonb().$type<Record<string, string>>().notNull().default({}),
  options: jsonb().$type<ProductDetail['options']>().notNull().default([]),
  seoTitle: text().notNull().default(''),
  seoDescription: text().notNull().default(''),
  sellable: boolean().notNull().default(true),
  status: text({ enum: ['draft', 'published', 'archived', 'deleted'] })
    .notNull()
    .default('published'),
  ratingHalves: bigintNumber().notNull().default(0),
  ratingCount: bigintNumber().notNull().default(0),
  rating: numeric({ precision: 3, scale: 2, mode: 'number' }).notNull().generatedAlwaysAs(generated),
  starCounts: bigintNumber().array().notNull().default([0, 0, 0, 0, 0]),
  fitCounts: bigintNumber().array().notNull().default([0, 0, 0]),
  /** Set by a trigger. */
  featuredScore: bigintNumber().notNull().default(0),
  version: integer().notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const productSlugs = pgTable('product_slugs', {
  slug: text().primaryKey(),
  productId: uuid().notNull(),
  createdAt: createdAt(),
});

export const productImages = pgTable('product_images', {
  id: id(),
  productId: uuid().notNull(),
  position: smallint().notNull(),
  url: text().notNull(),
  alt: text().notNull().default(''),
  createdAt: createdAt(),
});

export const productPairings = pgTable('product_pairings', {
  productId: uuid().notNull(),
  pairedId: uuid().notNull(),
  position: smallint().notNull().default(0),
});

export const variants = pgTable('variants', {
  id: id(),
  productId: uuid().notNull(),
  sku: text().notNull(),
  optionValues: jsonb().$type<Record<string, string>>().notNull().default({}),
  priceDifferenceCents: bigintNumber().notNull().default(0),
  position: smallint().notNull().default(0),
  archivedAt: timestamptz(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
