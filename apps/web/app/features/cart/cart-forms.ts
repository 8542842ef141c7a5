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

export type CartActionResult = ToastResult & {
  /** A rejected discount code. */
  code?: { typed: string; error: string };
};

export type WishlistActionResult = ToastResult & {
  /** Whether the product is in the wishlist now; undefined when the whole wishlist is cleared. */
  inWishlist?: boolean;
};
