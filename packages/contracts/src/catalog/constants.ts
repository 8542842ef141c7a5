export const SORTS = ['featured', 'price-asc', 'price-desc', 'newest', 'popular'] as const;

export const PAGE_SIZE = 24;

export const PAGE_SIZE_MAX = 100;

/** Rows are not counted beyond this, for performance: the total is then '10000+'. */
export const COUNT_MAX = 10_000;

export const FEATURED_COUNT = 4;

/** Products that the browser remembers as recently viewed, newest first. */
export const RECENTLY_VIEWED_MAX = 12;

export const HOME_BRANDS_MAX = 12;

export const REVIEWS_SHOWN = 10;

/** In dollars, both bounds inclusive: a product at exactly $50 is in two bands. */
export const PRICE_BANDS = [
  { name: '0-50', min: 0, max: 50 },
  { name: '50-100', min: 50, max: 100 },
  { name: '100-200', min: 100, max: 200 },
  { name: '200-', min: 200, max: undefined },
] as const;

/** Minimum rating in stars. */
export const RATING_CHOICES = ['4', '3', '2', '1'] as const;

/** Suggestions require more than two typed characters, and are limited to five. */
export const SUGGESTION_MIN_LENGTH = 3;

export const SUGGESTION_MAX = 5;

/** Of the five, up to this many are categories. */
export const SUGGESTED_CATEGORIES_MAX = 2;

export const TAXONOMY_KINDS = ['category', 'brand'] as const;
export type TaxonomyKind = (typeof TAXONOMY_KINDS)[number];

/** The most categories, and the most brands: pages list them all. */
export const TAXONOMY_MAX = 500;

export const SEO_TITLE_MAX = 70;

export const SEO_DESCRIPTION_MAX = 160;

/** Up to this many units, cards and the product page show how many are left. */
export const LOW_STOCK_MAX = 5;

/** The header of a search result that says how its query was understood, as URL-encoded JSON. */
export const SEARCH_HEADER = 'x-search';
