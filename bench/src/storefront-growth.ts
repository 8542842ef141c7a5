import { compareGrowth } from './growth.ts';

/** The requests of a visitor who searches and filters. */
export const storefrontGrowth = (prefix: string) =>
  compareGrowth(
    prefix,
    {
      'filtered list': '/api/products?category=Jewelry&minPrice=50&maxPrice=100&rating=3',
      'list in a size': '/api/products?category=Clothing&size=M',
      'facets, no filter': '/api/products/facets',
      'facets of a category': '/api/products/facets?category=Jewelry',
      'facets with three filters':
        '/api/products/facets?category=Jewelry&brand=Maison%20Aubrey&minPrice=50&maxPrice=100',
      'a common term': '/api/products?q=crystal',
      'a rare term': '/api/products?q=edition-450',
      'a misspelled term': '/api/products?q=neclace',
      'two terms': '/api/products?q=aurora%20ring',
      'two common terms': '/api/products?q=crystal%20jewelry',
      'a SKU': '/api/products?q=B00000500-0',
      'a common term, by price': '/api/products?q=crystal&sortBy=price-asc',
      'a common term in a category': '/api/products?q=crystal&category=Jewelry',
      'suggestions, common': '/api/products/suggestions?q=cry',
      'suggestions, rare': '/api/products/suggestions?q=37647',
      'suggestions, two terms': '/api/products/suggestions?q=opal%20com',
    },
    { ratio: 3, p99Ms: 150 },
  );
