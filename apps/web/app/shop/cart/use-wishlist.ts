import { useFetcher } from 'react-router';
import { useSession } from '#lib/session.tsx';
import { useToasts } from '#ui/toast.tsx';
import type { WishlistActionResult } from './cart-forms.ts';

/**
 * Whether a product is in the shopper's wishlist, and the form that changes it. Cached pages do not contain this: the
 * heart fills once the session has loaded. A click updates it optimistically. The form leads guests to the login.
 */
export function useWishlist(productId: string, initiallyInWishlist = false) {
  const { session, signedIn } = useSession();
  const { Form, formData, data } = useFetcher<WishlistActionResult>({ key: `wishlist-${productId}` });
  useToasts(data);

  const known = initiallyInWishlist || (session?.wishlist.includes(productId) ?? false);
  const requested = formData ? formData.get('intent') === 'add' : data?.inWishlist;
  const inWishlist = signedIn && (requested ?? known);
  return { Form, inWishlist, intent: inWishlist ? 'remove' : 'add' };
}
