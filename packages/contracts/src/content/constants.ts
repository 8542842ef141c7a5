/** Pages of the storefront that have a text before the owner publishes one. */
export const BUILT_IN_SLUGS = ['about', 'faq', 'shipping', 'terms', 'privacy'] as const;
export type BuiltInSlug = (typeof BUILT_IN_SLUGS)[number];

export const isBuiltInSlug = (slug: string): slug is BuiltInSlug => BUILT_IN_SLUGS.some((known) => known === slug);

/** The path of a page in the storefront. */
export const pagePath = (slug: string) => (isBuiltInSlug(slug) ? `/${slug}` : `/pages/${slug}`);

/** Few enough to be listed without paging. */
export const PAGES_MAX = 200;
export const PAGE_VERSIONS_SHOWN = 20;

/** In characters. */
export const PAGE_SLUG_MAX = 80;
export const PAGE_TITLE_MAX = 120;
export const PAGE_DESCRIPTION_MAX = 320;
export const PAGE_TEXT_MAX = 40_000;

/** The settings that a figure in a text can contradict. */
export const FIGURE_SETTINGS = [
  'taxRate',
  'shipping',
  'standardShipping',
  'expressShipping',
  'freeShippingOver',
  'chargeCurrency',
] as const;
export type FigureSetting = (typeof FIGURE_SETTINGS)[number];
