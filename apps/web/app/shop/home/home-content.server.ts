import { HomePage } from '@shop/contracts/content/home-schema';
import { z } from 'zod';
import { Card, CategoryTile } from '#shop/catalog/card.server.ts';

/** Only what the blocks show. */
export const HomeContent = HomePage.extend({
  categories: z.array(CategoryTile),
  featured: z.array(Card),
  newArrivals: z.array(Card),
  bestSellers: z.array(Card).default([]),
}).transform(({ blocks, sections, ...content }) => ({
  ...content,
  // An API process of the previous release has only `blocks`.
  blocks: sections.length > 0 ? sections : blocks,
}));
