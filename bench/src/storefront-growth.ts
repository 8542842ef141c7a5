import { compareGrowth } from './growth.ts';

/** What a visitor asks while looking for something. */
export const storefrontGrowth = (prefix: string) =>
  compareGrowth(
    prefix,
    {
      'filtered list': '/api/products?category=Jewelry&minPrice=50&maxPrice=100&rating=3',
      'list in a size': '/api/products?category=Clothing&size=M',
      'facets, nothing chosen': '/api/products/facets',
      'facets of a category': '/api/products/facets?category=Jewelry',
      'facets of three choices': '/api/products/facets?category=Jewelry&brand=Maison%20Aubrey&minPrice=50&maxPrice=100',
      'a common word': '/api/products?q=crystal',
      'a rare word': '/api/products?q=edition-450',
      'a misspelled word': '/api/products?q=neclace',
      'two words': '/api/products?q=aurora%20ring',
      'two common words': '/api/products?q=crystal%20jewelry',
      'a SKU': '/api/products?q=B00000500-0',
      'a common word, by price': '/api/products?q=crystal&sortBy=price-asc',
      'a common word in a category': '/api/products?q=crystal&category=Jewelry',
      'suggestions, common': '/api/products/suggestions?q=cry',
      'suggestions, rare': '/api/products/suggestions?q=37647',
      'suggestions, two words': '/api/products/suggestions?q=opal%20com',
    },
    { ratio: 3, p99Ms: 150 },
  );
