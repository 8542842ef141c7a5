import { type Growth, pageByCursor } from './compare.ts';

/** Lists without words. */
export const CATALOG: Growth = {
  ratioMax: 2,
  requests: {
    'first page': '/api/products',
    'one category': '/api/products?category=Jewelry',
    'brand, price and rating': '/api/products?brand=Maison%20Aubrey&minPrice=50&maxPrice=200&rating=4',
    'a common tag': '/api/products?tags=gift',
    'two tags': '/api/products?tags=pave&tags=velvet',
    'by price, ascending': '/api/products?sortBy=price-asc',
    'by price, descending': '/api/products?sortBy=price-desc',
    newest: '/api/products?sortBy=newest',
    popular: '/api/products?sortBy=popular',
    'category by price': '/api/products?category=Jewelry&sortBy=price-asc',
    // Ten per page: of 1,000 products 946 are published.
    'page 90 by cursor': pageByCursor('/api/products?limit=10', 90),
  },
};
