import { type BlockKind, isAddedKind } from '@shop/contracts/content/home-constants';
import type { HomePage, SiteContent } from '@shop/contracts/content/home-schema';
import {
  bestSellers,
  brandNames,
  browseCategories,
  featuredProducts,
  hasPublishedProducts,
  newProducts,
} from '#catalog/service.ts';
import type { Db } from '#platform/database/db.ts';
import { findHomeContent, findSiteContent } from './home-queries.ts';
import { blocksOf, menusOf } from './home-rules.ts';

/** Reads only what a visible block shows. */
export async function getHomePage(db: Db): Promise<HomePage> {
  const { version, blocks, slides, testimonials } = await db.run(findHomeContent());
  const sections = blocksOf(version, blocks).filter(({ enabled }) => enabled);
  const isShown = (kind: BlockKind) => sections.some((block) => block.kind === kind);
  const [hasProducts, categories, featured, newArrivals, sold, brands] = await Promise.all([
    hasPublishedProducts(db),
    isShown('categories') ? browseCategories(db) : [],
    isShown('featured') ? featuredProducts(db) : [],
    isShown('new_arrivals') ? newProducts(db) : [],
    isShown('best_sellers') ? bestSellers(db) : [],
    isShown('brands') ? brandNames(db) : [],
  ]);
  return {
    hasProducts,
    blocks: sections.filter(({ kind }) => !isAddedKind(kind)),
    sections,
    slides: isShown('hero') ? slides : [],
    testimonials: isShown('testimonials') ? testimonials : [],
    categories,
    featured,
    newArrivals,
    bestSellers: sold,
    brands,
  };
}

export async function getSiteContent(db: Db): Promise<SiteContent> {
  const { announcement, links } = await db.run(findSiteContent());
  return { announcement, ...menusOf(links) };
}
