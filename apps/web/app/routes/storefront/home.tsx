import { Category, HeroSlide, Product } from '@shop/contracts/catalog/schema';
import { homeMessages } from '@shop/contracts/home/messages';
import { z } from 'zod';
import { CategoryGrid } from '#features/home/category-grid.tsx';
import { FeaturedProducts } from '#features/home/featured-products.tsx';
import { HeroSlider } from '#features/home/hero-slider.tsx';
import { NewsletterPanel } from '#features/home/newsletter-panel.tsx';
import { Testimonials } from '#features/home/testimonials.tsx';
import { apiFor } from '#lib/api.server.ts';
import { pageMeta, storeJsonLd } from '#lib/seo.ts';
import type { Route } from './+types/home';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: homeMessages.title,
    description: homeMessages.description,
    path: '/',
    image: loaderData.slides[0]?.image,
    jsonLd: storeJsonLd,
  });

export async function loader({ request }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [slides, categories, featured] = await Promise.all([
    api.get('/hero-slides', z.array(HeroSlide)),
    api.get('/products/categories', z.array(Category)),
    api.get('/products/featured', z.array(Product)),
  ]);
  return { slides, categories, featured };
}

export default function Home({ loaderData: { slides, categories, featured } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="sr-only">{homeMessages.heading}</h1>
      <HeroSlider slides={slides} />
      <CategoryGrid categories={categories} />
      <FeaturedProducts products={featured} />
      <NewsletterPanel />
      <Testimonials />
    </>
  );
}
