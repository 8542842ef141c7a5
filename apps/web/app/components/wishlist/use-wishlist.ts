import { useFetcher } from 'react-router';
import { useToasts } from '#components/ui/toast.tsx';
import type { WishlistActionResult } from '#lib/cart-forms.ts';
import { useSession } from '#lib/session.tsx';

/**
 * Whether a product is on the visitor's wishlist, and the form that changes it. Cached pages cannot know: the heart
 * fills once the visitor is known. What was just pressed counts at once. Guests are led to the login by the form.
 */
export function useWishlist(productId: string, onList = false) {
  const { session, signedIn } = useSession();
  const { Form, formData, data } = useFetcher<WishlistActionResult>({ key: `wish-${productId}` });
  useToasts(data);

  const known = onList || (session?.wishlist.includes(productId) ?? false);
  const requested = formData ? formData.get('intent') === 'add' : data?.inWishlist;
  const inWishlist = signedIn && (requested ?? known);
  return { Form, inWishlist, intent: inWishlist ? 'remove' : 'add' };
}
