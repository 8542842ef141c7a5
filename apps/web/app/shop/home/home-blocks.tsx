import type { BlockKind } from '@shop/contracts/content/home-constants';
import type { HomeBlock } from '@shop/contracts/content/home-schema';
import { type ReactNode, Suspense } from 'react';
import type { z } from 'zod';
import { RecentlyViewed } from '#shop/catalog/recently-viewed.tsx';
import { BestSellers } from './best-sellers.tsx';
import { BrandLinks } from './brand-links.tsx';
import { CategoryGrid } from './category-grid.tsx';
import { FeaturedProducts } from './featured-products.tsx';
import { HeroSlider } from './hero-slider.tsx';
import type { HomeContent } from './home-content.server.ts';
import { ImageWithText } from './image-with-text.tsx';
import { NewArrivals } from './new-arrivals.tsx';
import { NewsletterPanel } from './newsletter-panel.tsx';
import { PromiseRow } from './promise-row.tsx';
import { Testimonials } from './testimonials.tsx';

/** 0 return days: the store takes no returns. */
type Home = z.infer<typeof HomeContent> & { returnDays: number };

const BLOCKS: Record<BlockKind, (block: HomeBlock, home: Home) => ReactNode> = {
  hero: (_, { slides }) => <HeroSlider slides={slides} />,
  categories: (block, { categories }) => <CategoryGrid categories={categories} texts={block} />,
  featured: (block, { featured }) => <FeaturedProducts products={featured} texts={block} />,
  newsletter: (block) => <NewsletterPanel texts={block} />,
  testimonials: (block, { testimonials }) => <Testimonials testimonials={testimonials} texts={block} />,
  new_arrivals: (block, { newArrivals }) => <NewArrivals products={newArrivals} texts={block} />,
  image_text: (block) => <ImageWithText block={block} />,
  promises: ({ text }, { hasProducts, returnDays }) =>
    hasProducts && <PromiseRow text={text} returnDays={returnDays} />,
  best_sellers: (block, { bestSellers }) => <BestSellers products={bestSellers} texts={block} />,
  brands: (block, { brands }) => <BrandLinks brands={brands} texts={block} />,
  recently_viewed: (block) => <RecentlyViewed heading={block.heading} />,
};

/**
 * The blocks in the order of the store. One without content, for example without testimonials, renders nothing. As
 * boundaries they hydrate one by one: all in one task would block a phone for 0.2 s.
 */
export const HomeBlocks = ({ home }: { home: Home }) =>
  home.blocks.map((block) => <Suspense key={block.id}>{BLOCKS[block.kind](block, home)}</Suspense>);
