/** What the stub of the API answers. */
import { randomUUID } from 'node:crypto';
import type { Cart } from '@shop/contracts/cart/schema';
import { EMPTY_PRODUCT } from '@shop/contracts/catalog/product-fields';
import type { Category, Facets, Product, ProductDetail } from '@shop/contracts/catalog/schema';
import { minor } from '@shop/contracts/common/money';
import { DEFAULT_BLOCKS, DEFAULT_FOOTER, DEFAULT_HEADER, isAddedKind } from '@shop/contracts/content/home-constants';
import type { HeroSlide, HomePage, SiteContent } from '@shop/contracts/content/home-schema';
import type { Page } from '@shop/contracts/content/schema';
import type { NotificationPage } from '@shop/contracts/notifications/schema';
import { NEW_STORE_PROFILE } from '@shop/contracts/settings/constants';
import { DEFAULT_DELIVERY } from '@shop/contracts/settings/delivery';
import type { PublicStoreSettings } from '@shop/contracts/settings/schema';

const slide: HeroSlide = {
  eyebrow: 'New',
  title: 'Light, set by hand',
  text: 'Rings and necklaces.',
  cta: 'See the jewelry',
  href: '/products?category=Jewelry',
  image: '/media/hero-1/960.webp',
  alt: 'A necklace on linen',
};
export const category: Category = {
  id: randomUUID(),
  name: 'Jewelry',
  slug: 'jewelry',
  image: null,
  imageAlt: '',
  description: 'Rings.',
  seoTitle: '',
  seoDescription: '',
};
export const product: Product = {
  ...EMPTY_PRODUCT,
  id: randomUUID(),
  name: 'Aurora Solitaire Ring',
  slug: 'aurora-solitaire-ring',
  description: 'One stone.',
  price: 189,
  salePrice: 149,
  category: 'Jewelry',
  brand: 'Aurora Facet',
  inStock: true,
  hasOptions: false,
  onlyOption: null,
  quantity: 3,
  ratings: 4.8,
  reviewCount: 12,
  reviews: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
/** Has more than a card shows. */
export const pair: Product = {
  ...product,
  id: randomUUID(),
  name: 'Borealis Ring',
  slug: 'borealis-ring',
  description: 'Only its own page has this text.',
  images: ['/media/pair-1/960.webp', '/media/pair-2/960.webp', '/media/pair-3/960.webp'],
  specifications: { Stone: 'Tanzanite' },
  createdAt: '2025-12-31T00:00:00.000Z',
};
export const detail: ProductDetail = {
  ...EMPTY_PRODUCT,
  ...product,
  variants: [{ id: randomUUID(), sku: 'X-1', options: {}, quantity: 1, priceDifference: 0 }],
  ratingCounts: [0, 0, 0, 0, 0],
  fitCounts: [0, 0, 0],
  reviewSizes: [],
  reviewPhotos: [],
  pairsWith: [pair],
};
/** A product name with markup. */
export const hostile: ProductDetail = { ...detail, name: 'Ring</script><script>alert(1)</script>', slug: 'hostile' };
const block = { eyebrow: '', heading: '', text: '', image: '', imageAlt: '', linkLabel: '', href: '' };
const sections = DEFAULT_BLOCKS.filter((kind) => kind !== 'image_text').map((kind) => ({
  ...block,
  id: randomUUID(),
  kind,
}));
export const home: HomePage = {
  hasProducts: true,
  blocks: sections.filter(({ kind }) => !isAddedKind(kind)),
  sections,
  slides: [slide],
  testimonials: [{ name: 'Helena V.', location: 'Chicago', quote: 'It sits so well.', rating: 5 }],
  categories: [category],
  featured: [product, pair],
  newArrivals: [],
  bestSellers: [],
  brands: ['Aurora Facet'],
};
export const site: SiteContent = { announcement: null, header: DEFAULT_HEADER, footer: DEFAULT_FOOTER };
/** A page that the owner has published, with markup. */
export const ownPage: Page = {
  slug: 'care',
  title: 'Product care',
  description: 'How to care for it.',
  body: [
    '## Dry',
    'Repairs cost {{standardShipping}}, *always*.',
    '<script>alert(1)</script>',
    '[here](javascript:alert(1)) [there](//evil.example)',
  ].join('\n\n'),
};
export const facets: Facets = { categories: [], brands: [], prices: [], ratings: [], tags: [], sizes: [] };

export const cart: Cart = {
  items: [],
  itemCount: 0,
  subtotal: 0,
  tax: 0,
  shipping: 0,
  discount: 0,
  total: 0,
  discountCode: null,
  shippingMethod: 'standard',
  shippingPrices: { standard: 9.99, express: 12.99 },
  arrival: { standard: null, express: null },
  country: 'United States',
  onlinePayment: true,
  charge: { amount: minor(0), currency: 'INR' },
  version: 0,
  notice: null,
};

export const storeSettings: PublicStoreSettings = {
  ...NEW_STORE_PROFILE,
  taxPercent: 7.25,
  standardShipping: 4.5,
  expressShipping: 19,
  freeShippingOver: 200,
  paymentCurrency: 'EUR',
  delivery: DEFAULT_DELIVERY,
  returnDays: 30,
};

export const noNotifications: NotificationPage = { items: [], next: null, unreadCount: 0 };
