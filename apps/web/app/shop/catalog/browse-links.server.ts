import { listCategories, listFeaturedProducts } from '@shop/contracts/catalog/operations';
import { getHomePage } from '@shop/contracts/content/operations';
import { z } from 'zod';
import type { Api } from '#lib/api.server.ts';
import { Card, CategoryTile } from './card.server.ts';
import { kindsOf } from './product-kinds.ts';

const Home = z.object({ bestSellers: z.array(Card) });

/** What a search without results offers instead: categories, best sellers, and searches that find these. */
export async function findWaysOn(api: Api) {
  const [categories, home] = await Promise.all([
    api.read(listCategories, {}, z.array(CategoryTile)),
    api.call(getHomePage, {}, Home),
  ]);
  const sold = home.ok ? home.value.bestSellers : [];
  const bestSellers = sold.length > 0 ? sold : await api.read(listFeaturedProducts, {}, z.array(Card));
  return { categories, bestSellers, searches: kindsOf(bestSellers.map(({ name }) => name)) };
}
