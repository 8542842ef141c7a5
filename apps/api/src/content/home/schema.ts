import { ADDED_KINDS, BLOCK_KINDS, CONTENT_SECTIONS, MENUS } from '@shop/contracts/content/home-constants';
import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { id, timestamptz, updatedAt } from '#platform/database/columns.ts';

export const contentSections = pgTable('content_sections', {
  section: text({ enum: CONTENT_SECTIONS }).primaryKey(),
  version: integer().notNull().default(1),
  updatedAt: updatedAt(),
});

export const homeBlocks = pgTable('home_blocks', {
  id: id(),
  position: smallint().notNull(),
  /** `image_text` for the added kinds. */
  kind: text({ enum: BLOCK_KINDS }).notNull(),
  addedKind: text({ enum: ['', ...ADDED_KINDS] })
    .notNull()
    .default(''),
  enabled: boolean().notNull().default(true),
  eyebrow: text().notNull().default(''),
  heading: text().notNull().default(''),
  text: text().notNull().default(''),
  image: text().notNull().default(''),
  imageAlt: text().notNull().default(''),
  linkLabel: text().notNull().default(''),
  href: text().notNull().default(''),
});

export const heroSlides = pgTable('hero_slides', {
  id: id(),
  position: smallint().notNull(),
  eyebrow: text().notNull(),
  title: text().notNull(),
  text: text().notNull(),
  cta: text().notNull(),
  href: text().notNull(),
  image: text().notNull(),
  alt: text().notNull(),
});

export const testimonials = pgTable('testimonials', {
  id: id(),
  position: smallint().notNull(),
  name: text().notNull(),
  location: text().notNull().default(''),
  quote: text().notNull(),
  rating: smallint().notNull(),
});

export const announcements = pgTable('announcements', {
  id: boolean().primaryKey().default(true),
  enabled: boolean().notNull().default(false),
  text: text().notNull().default(''),
  href: text().notNull().default(''),
  startsAt: timestamptz(),
  endsAt: timestamptz(),
});

export const menuLinks = pgTable('menu_links', {
  id: id(),
  position: smallint().notNull(),
  menu: text({ enum: MENUS }).notNull(),
  columnTitle: text().notNull().default(''),
  label: text().notNull(),
  href: text().notNull(),
});
