export const catalogMessages = {
  productNotFound: 'We couldn’t find this product. It may have been renamed or removed.',
  invalidCursor: 'This link has expired. Please start again from the first page.',
  noProductsFound: 'No products found',
  noProductsMatch:
    'No products match your filters. Try adjusting your criteria or clear the filters to see all products.',
  loadFailed: 'Failed to fetch product data',
  outOfStock: 'Out of stock',
  addToCart: 'Add to cart',
  chooseOptions: 'Choose options',
  addToWishlist: 'Add to wishlist',
  /** On a card without reviews. */
  newThisSeason: 'New this season',
  reviewCount: (count: number) => (count === 1 ? '1 review' : `${count} reviews`),
};

export const recentlyViewedMessages = {
  title: 'Recently viewed',
  clear: 'Clear',
  clearLabel: 'Clear recently viewed products',
};
