import { WishlistItem } from '@shop/contracts/cart';
import { wishlistMessages } from '@shop/contracts/checkout-texts';
import type { Problem } from '@shop/contracts/problem';
import { z } from 'zod';
import type { apiFor, Written } from './api.server.ts';
import type { WishAnswer } from './cart-forms.ts';
import { log } from './log.server.ts';
import { refusalOr } from './send-form.server.ts';

type Api = ReturnType<typeof apiFor>;
const Wishlist = z.array(WishlistItem);
type Wishlist = z.infer<typeof Wishlist>;

export const WishIntent = z.enum(['add', 'remove', 'clear']);
type WishIntent = z.infer<typeof WishIntent>;

export const wishlistChanges: Record<WishIntent, (api: Api, productId: string) => Promise<Written<Wishlist>>> = {
  add: (api, productId) => api.post('/wishlist', Wishlist, { productId }),
  remove: (api, productId) => api.delete(`/wishlist/${encodeURIComponent(productId)}`, Wishlist),
  clear: (api) => api.delete('/wishlist', Wishlist),
};

export function changed(intent: WishIntent, wishlist: Wishlist, productId: string): WishAnswer {
  if (intent === 'clear') return {};
  if (intent === 'remove') return { wished: false, told: [{ kind: 'success', text: wishlistMessages.removed }] };
  const name = wishlist.find((wish) => wish.productId === productId)?.product.name ?? '';
  return { wished: true, told: [{ kind: 'success', text: wishlistMessages.added(name) }] };
}

export function refused(intent: WishIntent, problem: Problem): WishAnswer {
  log.warn(
    { reqId: problem.requestId, status: problem.status, code: problem.code, intent },
    'the wishlist was not changed',
  );
  return {
    wished: intent === 'clear' ? undefined : intent === 'remove',
    failed: refusalOr(wishlistMessages.failed)(problem),
  };
}
