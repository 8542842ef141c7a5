import { z } from 'zod';

/** What a form of the cart may ask for. */
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
  /** Why nothing was changed. */
  failed?: string;
  /** A discount code that was refused. */
  code?: { typed: string; error: string };
};

export type WishlistActionResult = {
  /** Whether the product is on the list now; unknown of a list that was emptied as a whole. */
  inWishlist?: boolean;
  toasts?: Toast[];
  failed?: string;
};
