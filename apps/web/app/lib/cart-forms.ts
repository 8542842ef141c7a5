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

type Told = { kind: 'success' | 'info'; text: string };

export type CartAnswer = {
  told?: Told[];
  /** Why nothing was changed. */
  failed?: string;
  /** A discount code that was refused. */
  code?: { typed: string; error: string };
};

export type WishAnswer = {
  /** Whether the product is on the list now; unknown of a list that was emptied as a whole. */
  wished?: boolean;
  told?: Told[];
  failed?: string;
};
