import type { SortBy } from './schema.ts';

export const SORT_LABELS: Record<SortBy, string> = {
  featured: 'Featured',
  'price-asc': 'Price: low to high',
  'price-desc': 'Price: high to low',
  newest: 'Newest',
  popular: 'Popular',
};

/** By lowest and highest price; both belong to the band. */
export const PRICE_BAND_LABELS: Record<string, string> = {
  '0-50': 'Under $50',
  '50-100': '$50-$100',
  '100-200': '$100-$200',
  '200-': '$200 and above',
};

export const listMessages = {
  section: 'Products',
  home: 'Home',
  allProducts: 'All products',
  description:
    'All pieces of the shop: crystal jewelry, evening wear, clothing, accessories and objects for the home, by price, brand, size and rating.',
  total: formatTotal,
  count: (total: string) => (total === '1' ? '1 product' : `${capitalize(formatTotal(total))} products`),
  sortBy: 'Sort by',
  applySort: 'Sort',
  filters: 'Filters',
  filtersChosen: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  applyFilters: 'Apply filters',
  closeFilters: 'Close filters',
  show: (total: string) => (total === '1' ? 'Show 1 product' : `Show ${formatTotal(total)} products`),
  chosenFilters: 'Chosen filters',
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
  size: 'In stock in size',
  sizeChip: (size: string) => `Size ${size}`,
  fromTheStart: 'Back to the start of the list',
  nextProducts: 'Show the next products',
};

export const searchPageMessages = {
  section: 'Search',
  resultsFor: (words: string) => `Results for “${words}”`,
  title: (words: string) => `Search: ${words}`,
  description: 'Search the shop by name, brand, category or tag.',
  bestMatch: 'Best match',
  prompt: 'What are you looking for?',
  promptText: 'Write a name, a brand, a category or a word such as “bridal” or “gift”.',
  nothingFor: (words: string) => `Nothing in the shop fits “${words}”.`,
  advice: ['Check the spelling, or try fewer words.', 'Try a more general word, such as “ring” or “vase”.'],
  again: 'Search for',
  browse: 'Or look around by category',
};

export const categoriesMessages = {
  title: 'Categories',
  description:
    'The five categories and six brands of the shop: jewelry, home decor, clothing, evening wear and accessories.',
  eyebrow: 'The collection',
  intro: 'Five ways into the shop, and the six houses whose pieces we chose.',
  brandsEyebrow: 'The houses',
  brands: 'Brands',
  seeBrand: (brand: string) => `See all by ${brand}`,
};

/** '1234' → '1,234', '10000+' → 'more than 10,000'. */
function formatTotal(total: string) {
  const [digits = ''] = total.split('+');
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ',');
  return total === digits ? grouped : `more than ${grouped}`;
}

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
