import { z } from 'zod';

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

type Toast = { kind: 'success' | 'info'; text: string };

export type CartActionResult = {
  toasts?: Toast[];
  /** The error message; nothing was changed. */
  failed?: string;
  /** A rejected discount code. */
  code?: { typed: string; error: string };
};

export type WishlistActionResult = {
  /** Whether the product is in the wishlist now; undefined when the whole wishlist is cleared. */
  inWishlist?: boolean;
  toasts?: Toast[];
  failed?: string;
};
