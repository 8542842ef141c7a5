import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import {
  Cart,
  CartQuantity,
  CartQuery,
  DiscountCode,
  NewCartItem,
  NewWishlistItem,
  ShippingChoice,
  WishlistItem,
} from './schema.ts';

const ByItem = z.object({ id: Id.describe('The `id` of the item in the cart, not that of its product or variant.') });

export const getCart = operation('GET /cart', {
  id: 'getCart',
  tag: 'Cart',
  summary: 'Get the cart, with the dates on which an order would arrive',
  query: CartQuery,
  response: Cart,
});

export const clearCart = operation('DELETE /cart', {
  id: 'clearCart',
  tag: 'Cart',
  summary: 'Clear the cart and its discount',
  response: Cart,
  errors: { 401: ['unauthenticated'] },
});

export const addCartItem = operation('POST /cart/items', {
  id: 'addCartItem',
  tag: 'Cart',
  summary: 'Add an item to the cart, up to the available stock',
  body: NewCartItem,
  response: Cart,
  errors: {
    401: ['unauthenticated'],
    404: ['product_not_found'],
    409: ['cart_full', 'out_of_stock'],
    422: ['option_required'],
  },
});

export const setCartItemQuantity = operation('PUT /cart/items/:id', {
  id: 'setCartItemQuantity',
  tag: 'Cart',
  summary: 'Set the quantity of a cart item. 0 or less removes it',
  params: ByItem,
  body: CartQuantity,
  response: Cart,
  errors: { 401: ['unauthenticated'], 404: ['cart_item_not_found'], 409: ['out_of_stock'] },
});

export const removeCartItem = operation('DELETE /cart/items/:id', {
  id: 'removeCartItem',
  tag: 'Cart',
  summary: 'Remove a cart item',
  params: ByItem,
  response: Cart,
  errors: { 401: ['unauthenticated'], 404: ['cart_item_not_found'] },
});

export const applyDiscountCode = operation('POST /cart/discount', {
  id: 'applyDiscountCode',
  tag: 'Cart',
  summary: 'Apply a discount code, replacing any other',
  body: DiscountCode,
  response: Cart,
  errors: { 401: ['unauthenticated'], 409: ['cart_empty'], 422: ['discount_invalid'], 429: ['too_many_codes'] },
});

export const removeDiscountCode = operation('DELETE /cart/discount', {
  id: 'removeDiscountCode',
  tag: 'Cart',
  summary: 'Remove the discount',
  response: Cart,
});

export const setShippingMethod = operation('PUT /cart/shipping', {
  id: 'setShippingMethod',
  tag: 'Cart',
  summary: 'Set the shipping method',
  body: ShippingChoice,
  response: Cart,
  errors: { 409: ['cart_empty'] },
});

export const acknowledgeCartChanges = operation('POST /cart/acknowledgement', {
  id: 'acknowledgeCartChanges',
  tag: 'Cart',
  summary: 'Acknowledge changed prices',
  response: Cart,
});

export const listWishlistItems = operation('GET /wishlist', {
  id: 'listWishlistItems',
  tag: 'Wishlist',
  summary: 'List the wishlist, newest first',
  response: z.array(WishlistItem),
});

export const addWishlistItem = operation('POST /wishlist', {
  id: 'addWishlistItem',
  tag: 'Wishlist',
  summary: 'Add a product to the wishlist',
  body: NewWishlistItem,
  response: z.array(WishlistItem),
  errors: { 404: ['product_not_found'], 409: ['wishlist_full'] },
});

export const removeWishlistItem = operation('DELETE /wishlist/:productId', {
  id: 'removeWishlistItem',
  tag: 'Wishlist',
  summary: 'Remove a product from the wishlist',
  params: z.object({ productId: Id.describe('The `productId` of the item, not its `id`.') }),
  response: z.array(WishlistItem),
});

export const clearWishlist = operation('DELETE /wishlist', {
  id: 'clearWishlist',
  tag: 'Wishlist',
  summary: 'Clear the wishlist',
  response: z.array(WishlistItem),
});
