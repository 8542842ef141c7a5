import type { BlockKind } from '@shop/contracts/content/home-constants';
import type { HomePage, SiteContent } from '@shop/contracts/content/home-schema';
import { browseCategories, featuredProducts, hasPublishedProducts, newProducts } from '#catalog/service.ts';
import type { Db } from '#platform/database/db.ts';
import { findHomeContent, findSiteContent } from './queries.ts';
import { menusOf } from './rules.ts';

/** Reads only what a visible block shows. */
export async function getHomePage(db: Db): Promise<HomePage> {
  const { blocks, slides, testimonials } = await findHomeContent(db);
  const isShown = (kind: BlockKind) => blocks.some((block) => block.kind === kind);
  const [hasProducts, categories, featured, newArrivals] = await Promise.all([
    hasPublishedProducts(db),
    isShown('categories') ? browseCategories(db) : [],
    isShown('featured') ? featuredProducts(db) : [],
    isShown('new_arrivals') ? newProducts(db) : [],
  ]);
  return {
    hasProducts,
    blocks,
    slides: isShown('hero') ? slides : [],
    testimonials: isShown('testimonials') ? testimonials : [],
    categories,
    featured,
    newArrivals,
  };
}

export async function getSiteContent(db: Db): Promise<SiteContent> {
  const { announcement, links } = await findSiteContent(db);
  return { announcement, ...menusOf(links) };
}
