import { footerMessages, headerMessages } from '../layout/messages.ts';

/** What the home page can show. */
export const BLOCK_KINDS = [
  'hero',
  'categories',
  'featured',
  'newsletter',
  'testimonials',
  'new_arrivals',
  'image_text',
  'promises',
  'best_sellers',
  'brands',
  'recently_viewed',
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Unknown to the previous release, which rejects them. */
const ADDED_KINDS = ['promises', 'best_sellers', 'brands', 'recently_viewed'] as const;
type AddedKind = (typeof ADDED_KINDS)[number];

export const isAddedKind = (kind: BlockKind): kind is AddedKind => ADDED_KINDS.some((added) => added === kind);

/** The home page of a store whose blocks were never edited, from top to bottom. */
export const DEFAULT_BLOCKS = [
  'hero',
  'promises',
  'categories',
  'new_arrivals',
  'image_text',
  'best_sellers',
  'brands',
  'testimonials',
  'featured',
  'recently_viewed',
  'newsletter',
] as const satisfies BlockKind[];

/** The only kind that the home page can show more than once. */
export const REPEATABLE_KIND: BlockKind = 'image_text';

/** The parts of the online store that are each saved as a whole. */
export const CONTENT_SECTIONS = ['blocks', 'slides', 'testimonials', 'announcement', 'menus'] as const;
export type ContentSection = (typeof CONTENT_SECTIONS)[number];

export const MENUS = ['header', 'footer'] as const;
export type MenuName = (typeof MENUS)[number];

export const BLOCKS_MAX = 20;
export const SLIDES_MAX = 10;
export const TESTIMONIALS_MAX = 30;
/** Of both menus. */
export const LINKS_MAX = 40;
/** Links of the header, and the characters of all their labels: more do not fit beside the search at 1280 px. */
export const HEADER_LINKS_MAX = 6;
export const HEADER_CHARACTERS_MAX = 40;

type SiteLink = { label: string; href: string };

/** The menus of a new store, shown as well while the API is unavailable. The migration stores the same. */
export const DEFAULT_HEADER: SiteLink[] = [
  { href: '/products', label: headerMessages.shop },
  { href: '/categories', label: headerMessages.categories },
  { href: '/about', label: headerMessages.about },
  { href: '/contact', label: headerMessages.contact },
];

export const DEFAULT_FOOTER: { title: string; links: SiteLink[] }[] = [
  {
    title: footerMessages.shop,
    links: [
      { href: '/products', label: footerMessages.allProducts },
      { href: '/categories', label: footerMessages.categories },
    ],
  },
  {
    title: footerMessages.company,
    links: [
      { href: '/about', label: footerMessages.about },
      { href: '/contact', label: footerMessages.contact },
    ],
  },
  {
    title: footerMessages.help,
    links: [
      { href: '/track-order', label: footerMessages.trackOrder },
      { href: '/faq', label: footerMessages.faq },
      { href: '/shipping', label: footerMessages.shipping },
      { href: '/support', label: footerMessages.support },
    ],
  },
  {
    title: footerMessages.legal,
    links: [
      { href: '/terms', label: footerMessages.terms },
      { href: '/privacy', label: footerMessages.privacy },
    ],
  },
];
