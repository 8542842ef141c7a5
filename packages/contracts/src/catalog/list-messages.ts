import type { SortBy } from './schema.ts';

export const SORT_LABELS: Record<SortBy, string> = {
  featured: 'Featured',
  'price-asc': 'Price: low to high',
  'price-desc': 'Price: high to low',
  newest: 'Newest',
  popular: 'Popular',
};

/** Keyed by lowest and highest price, both inclusive. */
export const PRICE_BAND_LABELS: Record<string, string> = {
  '0-50': 'Under $50',
  '50-100': '$50-$100',
  '100-200': '$100-$200',
  '200-': '$200 and above',
};

export const listMessages = {
  sizeHelp: 'Between two sizes?',
  sizeHelpText: 'Our size guide has the measurements of every size, and shows how to take yours.',
  section: 'Products',
  home: 'Home',
  allProducts: 'All products',
  description:
    'Shop crystal jewelry, evening wear, clothing, accessories and home decor. Filter by price, brand, size and rating.',
  total: formatTotal,
  count: (total: string) => (total === '1' ? '1 product' : `${capitalize(formatTotal(total))} products`),
  sortBy: 'Sort by',
  applySort: 'Sort',
  filters: 'Filters',
  filtersChosen: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  applyFilters: 'Apply filters',
  closeFilters: 'Close filters',
  show: (total: string) => (total === '1' ? 'Show 1 product' : `Show ${formatTotal(total)} products`),
  activeFilters: 'Active filters',
  remove: 'Remove filter:',
  clearFilters: 'Clear all filters',
  category: 'Category',
  anyCategory: 'All categories',
  brand: 'Brand',
  anyBrand: 'All brands',
  price: 'Price',
  anyPrice: 'Any price',
  priceRange: (from: string, to: string) => {
    if (!to) return `$${from} and above`;
    return from === '0' ? `Under $${to}` : `$${from}-$${to}`;
  },
  rating: 'Rating',
  anyRating: 'Any rating',
  ratingFloor: (stars: string) => `${stars}+`,
  ratingStars: 'stars',
  tags: 'Tags',
  size: 'Size (in stock)',
  sizeChip: (size: string) => `Size ${size}`,
  firstPage: 'Back to first page',
  nextPage: 'Next page',
  noneYet: 'Our first products arrive soon',
  noneYetHint: 'Sign up for the newsletter below to hear when they do.',
  toHome: 'Go to the home page',
};

export const searchPageMessages = {
  section: 'Search',
  resultsFor: (query: string) => `Results for “${query}”`,
  title: (query: string) => `Search: ${query}`,
  description: 'Search products by name, brand, category or tag.',
  bestMatch: 'Best match',
  prompt: 'What are you looking for?',
  promptText: 'Search by product name, brand, category or keyword, such as “bridal” or “gift”.',
  nothingFor: (query: string) => `No results for “${query}”`,
  advice: ['Check the spelling, or try fewer words.', 'Try a more general word, such as “ring” or “vase”.'],
  again: 'Search for',
  browse: 'Shop by category',
  showing: 'Showing results for',
  corrected: (typed: string) => `No product matches “${typed}” exactly.`,
  searchTyped: (typed: string) => `Search for “${typed}” instead`,
  narrow: 'Narrow your search',
  only: (limits: string) => `Only ${limits}`,
  inCategory: (category: string) => `In ${category}`,
  upTo: (price: string) => `up to ${price}`,
  from: (price: string) => `from ${price}`,
  between: (low: string, high: string) => `${low} to ${high}`,
  size: (size: string) => `size ${size}`,
  otherResults: 'Other matches',
  noneWithin: (limits: string) => `No products in stock match ${limits}. These are close.`,
  outOfStock: 'Currently out of stock',
  trySearches: 'Try one of these searches',
  bestSellers: 'Best sellers',
  ask: 'Can’t find it? Ask us and we’ll help.',
  contact: 'Contact us',
};

export const categoriesMessages = {
  title: 'Categories',
  description: (store: string) =>
    `Browse ${store} by category or brand: jewelry, home decor, clothing, evening wear and accessories.`,
  eyebrow: 'The collection',
  intro: 'Browse by category, or explore the brands we carry.',
  brandsEyebrow: 'Independent makers',
  brands: 'Brands',
  seeBrand: (brand: string) => `Shop all ${brand}`,
  none: 'No categories yet',
  noneHint: 'Our first products arrive soon.',
  toProducts: 'All products',
};

/** '1234' → '1,234', '10000+' → 'more than 10,000'. */
function formatTotal(total: string) {
  const [digits = ''] = total.split('+');
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ',');
  return total === digits ? grouped : `more than ${grouped}`;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
