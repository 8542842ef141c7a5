import { readdirSync, readFileSync } from 'node:fs';
import { ProductFields } from '@shop/contracts/catalog/product-fields';
import type { Parser } from '@shop/contracts/common/parser';
import { HomeBlock } from '@shop/contracts/content/home-schema';
import { FITS } from '@shop/contracts/reviews/constants';
import { z } from 'zod';

const SAMPLE = new URL('./', import.meta.url);

const Product = ProductFields.pick({
  name: true,
  slug: true,
  description: true,
  price: true,
  category: true,
  brand: true,
  images: true,
  tags: true,
  specifications: true,
  options: true,
}).extend({
  /** The slug derived from the name; stored as one more slug of the product. */
  derivedSlug: z.string().optional(),
  salePrice: z.number().nullable(),
  quantity: z.number(),
  inStock: z.boolean(),
  createdAt: z.coerce.date(),
  pairsWith: z.array(z.string()),
  variants: z.array(z.object({ sku: z.string(), options: z.record(z.string(), z.string()), quantity: z.number() })),
});

const Catalog = z.object({
  categories: z.array(z.object({ name: z.string(), slug: z.string(), image: z.string(), description: z.string() })),
  brands: z.array(z.object({ name: z.string(), slug: z.string(), logo: z.string(), description: z.string() })),
  products: z.array(Product),
  imageAlts: z.record(z.string(), z.string()),
});

const Review = z.object({
  productSlug: z.string(),
  userName: z.string(),
  rating: z.number(),
  comment: z.string(),
  size: z.string().optional(),
  fit: z.enum(FITS).optional(),
  /** Files of `images`. */
  photos: z.array(z.string()).optional(),
  reply: z.object({ text: z.string(), createdAt: z.coerce.date() }).optional(),
  createdAt: z.coerce.date(),
});

const Slide = z.object({
  order: z.number(),
  eyebrow: z.string(),
  title: z.string(),
  text: z.string(),
  cta: z.string(),
  href: z.string(),
  image: z.string(),
  alt: z.string(),
});

const Story = HomeBlock.omit({ id: true, kind: true });

const Testimonial = z.object({ name: z.string(), location: z.string(), quote: z.string(), rating: z.number().int() });

const Promotion = z.object({ code: z.string(), percent: z.number(), title: z.string(), description: z.string() });

const NotificationText = z.object({ title: z.string(), message: z.string(), read: z.boolean() });
const Notification = NotificationText.extend({
  type: z.enum(['promotion', 'other']),
  minutesAgo: z.number(),
  link: z.string(),
});

const Order = z.object({
  number: z.string().length(8),
  paymentMethod: z.enum(['card', 'upi', 'wallet', 'netbanking', 'cod']),
  shippingMethod: z.enum(['standard', 'express']),
  shipping: z.number(),
  discountCode: z.string().optional(),
  trackingNumber: z.string().optional(),
  note: z.string().optional(),
  lines: z.array(z.object({ sku: z.string(), quantity: z.number() })),
  history: z.array(
    z.object({
      status: z.enum(['pending', 'processing', 'shipped', 'delivered', 'cancelled']),
      minutesAgo: z.number(),
      notification: NotificationText.optional(),
    }),
  ),
});
export type SampleOrder = z.infer<typeof Order>;

const read = <T>(file: string, schema: Parser<T>) =>
  schema.parse(JSON.parse(readFileSync(new URL(file, SAMPLE), 'utf8')));

/** All data in apps/api/sample, validated. */
export const readSample = () => ({
  catalog: read('catalog.json', Catalog),
  reviews: read('reviews.json', z.array(Review)),
  slides: read('hero.json', z.array(Slide)),
  story: read('story.json', Story),
  testimonials: read('testimonials.json', z.array(Testimonial)),
  promotions: read('promotions.json', z.array(Promotion)),
  notifications: read('notifications.json', z.array(Notification)),
  orders: read('orders.json', z.array(Order)),
});
export type Sample = ReturnType<typeof readSample>;

export const imageFiles = () => readdirSync(new URL('images/', SAMPLE));
export const readImage = (file: string) => readFileSync(new URL(`images/${file}`, SAMPLE));

/** As a data URL a logo works in <img> and as a CSS mask, and can never run a script. */
export const brandLogo = (file: string) =>
  `data:image/svg+xml;base64,${readFileSync(new URL(file, SAMPLE)).toString('base64')}`;
