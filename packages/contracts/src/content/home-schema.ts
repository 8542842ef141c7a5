import { z } from 'zod';
import { Category, Product } from '../catalog/schema.ts';
import { Id } from '../common/schema.ts';
import { BLOCK_KINDS } from './home-constants.ts';

export const HeroSlide = z.object({
  eyebrow: z.string(),
  title: z.string(),
  text: z.string(),
  cta: z.string(),
  href: z.string(),
  image: z.string(),
  alt: z.string(),
});
export type HeroSlide = z.infer<typeof HeroSlide>;

export const Testimonial = z.object({
  name: z.string(),
  location: z.string(),
  quote: z.string(),
  rating: z.number().int().min(1).max(5),
});
export type Testimonial = z.infer<typeof Testimonial>;

/** Empty texts stand for the default texts of the kind. Image and link are only shown by `image_text`. */
export const HomeBlock = z.object({
  id: Id,
  kind: z.enum(BLOCK_KINDS),
  eyebrow: z.string(),
  heading: z.string(),
  text: z.string(),
  image: z.string(),
  imageAlt: z.string(),
  linkLabel: z.string(),
  href: z.string(),
});
export type HomeBlock = z.infer<typeof HomeBlock>;

/** The home page: its visible blocks in order, and the content of those that have some; other lists are empty. */
export const HomePage = z.object({
  /** False: nothing is for sale yet. */
  hasProducts: z.boolean(),
  /** Without the kinds that a web server of the previous release rejects: it reads these during a rollout. */
  blocks: z.array(HomeBlock),
  /** All visible blocks. With defaults, like those below: during a rollout an older API process may respond. */
  sections: z.array(HomeBlock).default([]),
  slides: z.array(HeroSlide),
  testimonials: z.array(Testimonial),
  categories: z.array(Category),
  featured: z.array(Product),
  newArrivals: z.array(Product),
  bestSellers: z.array(Product).default([]),
  /** Names of brands with products. */
  brands: z.array(z.string()).default([]),
});
export type HomePage = z.infer<typeof HomePage>;

const SiteLink = z.object({ label: z.string(), href: z.string() });
export type SiteLink = z.infer<typeof SiteLink>;

/** What every page of the storefront shows around its content. */
export const SiteContent = z.object({
  /** Null: there is none now. `key` changes with every edit, so that a changed announcement is shown again. */
  announcement: z.object({ key: z.string(), text: z.string(), href: z.string() }).nullable(),
  header: z.array(SiteLink),
  footer: z.array(z.object({ title: z.string(), links: z.array(SiteLink) })),
});
export type SiteContent = z.infer<typeof SiteContent>;
