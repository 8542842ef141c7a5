import type { BlockKind } from '@shop/contracts/content/home-constants';
import type { HomeBlock, HomePage } from '@shop/contracts/content/home-schema';
import { Fragment, type ReactNode } from 'react';
import { CategoryGrid } from './category-grid.tsx';
import { FeaturedProducts } from './featured-products.tsx';
import { HeroSlider } from './hero-slider.tsx';
import { ImageWithText } from './image-with-text.tsx';
import { NewArrivals } from './new-arrivals.tsx';
import { NewsletterPanel } from './newsletter-panel.tsx';
import { Testimonials } from './testimonials.tsx';

const BLOCKS: Record<BlockKind, (block: HomeBlock, home: HomePage) => ReactNode> = {
  hero: (_, { slides }) => <HeroSlider slides={slides} />,
  categories: (block, { categories }) => <CategoryGrid categories={categories} texts={block} />,
  featured: (block, { featured }) => <FeaturedProducts products={featured} texts={block} />,
  newsletter: (block) => <NewsletterPanel texts={block} />,
  testimonials: (block, { testimonials }) => <Testimonials testimonials={testimonials} texts={block} />,
  new_arrivals: (block, { newArrivals }) => <NewArrivals products={newArrivals} texts={block} />,
  image_text: (block) => <ImageWithText block={block} />,
};

/** The blocks in the order of the store. One without content, for example without testimonials, renders nothing. */
export const HomeBlocks = ({ home }: { home: HomePage }) =>
  home.blocks.map((block) => <Fragment key={block.id}>{BLOCKS[block.kind](block, home)}</Fragment>);
