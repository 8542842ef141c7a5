import type { Growth } from './compare.ts';

/** The requests of a visitor who searches and filters. */
export const STOREFRONT: Growth = {
  ratioMax: 3,
  p99MaxMs: 150,
  requests: {
    'filtered list': '/api/products?category=Jewelry&minPrice=50&maxPrice=100&rating=3',
    'list in a size': '/api/products?category=Clothing&size=M',
    'facets, no filter': '/api/products/facets',
    'facets of a category': '/api/products/facets?category=Jewelry',
    'facets with three filters': '/api/products/facets?category=Jewelry&brand=Maison%20Aubrey&minPrice=50&maxPrice=100',
    'a common term': '/api/products?q=crystal',
    'a rare term': '/api/products?q=edition-450',
    'a misspelled term': '/api/products?q=neclace',
    'two terms': '/api/products?q=aurora%20ring',
    'two common terms': '/api/products?q=crystal%20jewelry',
    'a SKU': '/api/products?q=B00000500-0',
    'a common term, by price': '/api/products?q=crystal&sortBy=price-asc',
    'a common term in a category': '/api/products?q=crystal&category=Jewelry',
    'suggestions, common': '/api/search/suggestions?q=cry',
    'suggestions, rare': '/api/search/suggestions?q=37647',
    'suggestions, two terms': '/api/search/suggestions?q=opal%20com',
  },
};

/** Filters that have little in common, and words that contradict them. */
export const CONTRADICTIONS: Growth = {
  ratioMax: 3,
  p99MaxMs: 150,
  requests: {
    'two tags in a category': '/api/products?category=Jewelry&tags=pave&tags=velvet',
    'facets of category, tag and size': '/api/products/facets?category=Clothing&tags=gift&size=M',
    'facets of brand, rating and size': '/api/products/facets?brand=Maison%20Aubrey&rating=4&size=M',
    'a word of another category': '/api/products?q=jewelry&category=Clothing',
    'a word of another category, a size': '/api/products?q=jewelry&category=Clothing&size=M',
    'two words of other categories':
      '/api/products?q=jewelry%20clothing&category=Accessories&tags=gift&size=M&size=L&minPrice=20&rating=1',
    'facets of such words': '/api/products/facets?q=jewelry&category=Clothing&size=M',
  },
};
