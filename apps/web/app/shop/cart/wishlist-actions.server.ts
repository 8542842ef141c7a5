import { wishlistMessages } from '@shop/contracts/cart/messages';
import { addWishlistItem, clearWishlist, removeWishlistItem } from '@shop/contracts/cart/operations';
import { WishlistItem } from '@shop/contracts/cart/schema';
import type { Problem } from '@shop/contracts/common/problem';
import { z } from 'zod';
import type { Api, CallResult } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { log } from '#lib/log.server.ts';
import type { WishlistActionResult } from './cart-forms.ts';

const Wishlist = z.array(WishlistItem);
type Wishlist = z.infer<typeof Wishlist>;

export const WishlistIntent = z.enum(['add', 'remove', 'clear']);
type WishlistIntent = z.infer<typeof WishlistIntent>;

export const wishlistChanges: Record<WishlistIntent, (api: Api, productId: string) => Promise<CallResult<Wishlist>>> = {
  add: (api, productId) => api.call(addWishlistItem, { body: { productId } }, Wishlist),
  remove: (api, productId) => api.call(removeWishlistItem, { params: { productId } }, Wishlist),
  clear: (api) => api.call(clearWishlist, {}, Wishlist),
};

export function successResult(intent: WishlistIntent, wishlist: Wishlist, productId: string): WishlistActionResult {
  if (intent === 'clear') return {};
  if (intent === 'remove') return { inWishlist: false, toasts: [{ kind: 'success', text: wishlistMessages.removed }] };
  const name = wishlist.find((item) => item.productId === productId)?.product.name ?? '';
  return { inWishlist: true, toasts: [{ kind: 'success', text: wishlistMessages.added(name) }] };
}

export function errorResult(intent: WishlistIntent, problem: Problem): WishlistActionResult {
  log.warn(
    { requestId: problem.requestId, status: problem.status, code: problem.code, intent },
    'the wishlist was not changed',
  );
  return {
    inWishlist: intent === 'clear' ? undefined : intent === 'remove',
    failed: errorMessage(problem, wishlistMessages.failed),
  };
}
