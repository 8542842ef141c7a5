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
  /** With the name of the option: "Choose ring size". */
  chooseOption: (option: string) => `Choose ${option.toLowerCase()}`,
  valuesInStock: (values: string[]) => `In stock: ${values.join(', ')}`,
  sizesFailed: 'The sizes could not be loaded. Please try again.',
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
