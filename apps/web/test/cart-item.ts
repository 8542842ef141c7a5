import type { CartItem } from '@shop/contracts/cart/schema';

/** Two rings of one size, on sale. */
export const ring: CartItem = {
  id: 'line',
  productId: 'product',
  variantId: 'variant',
  slug: 'ring',
  name: 'Ring',
  options: { 'Ring size': 'US 6' },
  price: 100,
  salePrice: 80,
  image: null,
  quantity: 2,
  lineTotal: 160,
  availableQuantity: 5,
  priceBefore: null,
};
