import type { Cart, CartItem } from '@shop/contracts/cart/schema';
import { z } from 'zod';
import type { ToastResult } from '#ui/toast.tsx';

export const CartIntent = z.enum([
  'add',
  'quantity',
  'remove',
  'clear',
  'discount',
  'remove-discount',
  'shipping',
  'acknowledge',
]);
export type CartIntent = z.infer<typeof CartIntent>;

/** What was added, for the cart drawer. */
export type AddedItem = Pick<Cart, 'itemCount' | 'subtotal'> & {
  item: CartItem;
  /** Of an order placed now, with the chosen shipping method. */
  arrival: Cart['arrival']['standard'];
  /** Whether less than requested was in stock. */
  isCapped: boolean;
};

export type CartActionResult = ToastResult & {
  added?: AddedItem;
  /** A rejected discount code. */
  code?: { typed: string; error: string };
};

export type WishlistActionResult = ToastResult & {
  /** Whether the product is in the wishlist now; undefined when the whole wishlist is cleared. */
  inWishlist?: boolean;
};
