import { z } from 'zod';
import { Category, Product } from '../catalog/schema.ts';
import { Id } from '../common/schema.ts';
import { BLOCK_KINDS } from './home-constants.ts';

export const HeroSlide = z
  .object({
    eyebrow: z.string().describe('The line above the title; empty for none.'),
    title: z.string().describe('The heading of the slide.'),
    text: z.string().describe('Below the title; empty for none.'),
    cta: z.string().describe('The label of the button.'),
    href: z.string().describe('Where the button leads: a path of the store, or an `https` URL.'),
    image: z.string().describe('Path of an uploaded image, or an `https` URL.'),
    alt: z.string().describe('Describes the image for screen readers; empty if it only decorates.'),
  })
  .meta({ id: 'HeroSlide', description: 'One of the slides at the top of the home page.' });
export type HeroSlide = z.infer<typeof HeroSlide>;

export const Testimonial = z
  .object({
    name: z.string().describe('Whose words these are.'),
    location: z.string().describe('Shown after the name; empty for none.'),
    quote: z.string().describe('Without quotation marks.'),
    rating: z.number().int().min(1).max(5).describe('Stars, from 1 to 5.'),
  })
  .meta({ id: 'Testimonial', description: 'A quote of a customer on the home page, which staff have entered.' });
export type Testimonial = z.infer<typeof Testimonial>;

export const HomeBlock = z
  .object({
    id: Id,
    kind: z
      .enum(BLOCK_KINDS)
      .describe(
        'What the block shows. `image_text`: its own image, text and button; `promises`: the lines of its text; the others: content of the store.',
      ),
    eyebrow: z.string().describe('The line above the heading; empty for the default text of the kind.'),
    heading: z.string().describe('Empty for the default text of the kind; `image_text` always has one.'),
    text: z
      .string()
      .describe(
        'Empty for the default text of the kind. Of `promises`: up to 4 lines, each a title, a colon and a text.',
      ),
    image: z.string().describe('Path of an uploaded image, or an `https` URL; empty for none. Only for `image_text`.'),
    imageAlt: z.string().describe('Describes the image for screen readers. Only for `image_text`.'),
    linkLabel: z.string().describe('The label of the button; empty for no button. Only for `image_text`.'),
    href: z.string().describe('Where the button leads: a path of the store, or an `https` URL. Only for `image_text`.'),
  })
  .meta({ id: 'HomeBlock', description: 'A block of the home page that shoppers see.' });
export type HomeBlock = z.infer<typeof HomeBlock>;

export const HomePage = z
  .object({
    hasProducts: z.boolean().describe('False while no product is published.'),
    /** Without the kinds that a web server of the previous release rejects: it reads these during a rollout. */
    blocks: z
      .array(HomeBlock)
      .describe('Those of `sections` that clients of the previous release know. Use `sections`.'),
    /** With defaults, like those below: during a rollout an older API process may respond. */
    sections: z
      .array(HomeBlock)
      .default([])
      .describe('All visible blocks, from top to bottom. One without content shows nothing.'),
    slides: z.array(HeroSlide).describe('In the order in which to show them. Empty without a visible block `hero`.'),
    testimonials: z
      .array(Testimonial)
      .describe('In the order in which to show them. Empty without a visible block `testimonials`.'),
    categories: z.array(Category).describe('All, in their order. Empty without a visible block `categories`.'),
    featured: z
      .array(Product)
      .describe('The first 4 of the sort order Featured. Empty without a visible block `featured`.'),
    newArrivals: z
      .array(Product)
      .describe('The 4 products that were added last. Empty without a visible block `new_arrivals`.'),
    bestSellers: z
      .array(Product)
      .default([])
      .describe(
        'Up to 4 in stock: the most bought ones, then well rated ones. Empty without a visible block `best_sellers`.',
      ),
    brands: z
      .array(z.string())
      .default([])
      .describe('Names of up to 12 brands with products. Empty without a visible block `brands`.'),
  })
  .meta({ id: 'HomePage', description: 'The home page: its visible blocks in order, and the content that they show.' });
export type HomePage = z.infer<typeof HomePage>;

const SiteLink = z
  .object({
    label: z.string().describe('The text of the link.'),
    href: z.string().describe('A path of the store, or an `https` URL.'),
  })
  .meta({ id: 'SiteLink', description: 'A link of a menu.' });
export type SiteLink = z.infer<typeof SiteLink>;

export const SiteContent = z
  .object({
    announcement: z
      .object({
        key: z
          .string()
          .describe('Changes with every edit: a visitor who has dismissed the announcement sees it again.'),
        text: z.string().describe('Plain text, in one line.'),
        href: z.string().describe('Where the text leads: a path of the store, or an `https` URL; empty for no link.'),
      })
      .nullable()
      .describe('The announcement of this moment; null if there is none.'),
    header: z.array(SiteLink).describe('Links of the header, in their order.'),
    footer: z
      .array(
        z.object({
          title: z.string().describe('The heading of the column.'),
          links: z.array(SiteLink).describe('In the order in which to show them.'),
        }),
      )
      .describe('Columns of the footer, in their order.'),
  })
  .meta({ id: 'SiteContent', description: 'What every page of the storefront shows around its content.' });
export type SiteContent = z.infer<typeof SiteContent>;
