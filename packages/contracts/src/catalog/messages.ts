export const catalogMessages = {
  productNotFound: 'We could not find this product. It may have been renamed or taken down.',
  invalidCursor: 'This page link is no longer valid. Please start again from the first page.',
  noProductsFound: 'No products found',
  noProductsMatch:
    'No products match your filters. Try adjusting your criteria or clear the filters to see all products.',
  loadFailed: 'Failed to fetch product data',
  outOfStock: 'Out of stock',
  addToCart: 'Add to cart',
  chooseOptions: 'Choose options',
  addToWishlist: 'Add to wishlist',
  noReviews: 'No reviews yet',
  reviewCount: (count: number) => (count === 1 ? '1 review' : `${count} reviews`),
};
